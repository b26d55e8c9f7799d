/** Where the members of a manifest stand in its text, so that a problem of a member is shown with its line. */
import { below, type Pointer } from '@farebox/price-rules';
import { Composer, isMap, isScalar, isSeq, LineCounter, type ParsedNode, Parser } from 'yaml';
import { COMPOSED } from './parse-text.ts';

/** By JSON Pointer: the line of the member's name, or of the element, counted from 1. */
export type ManifestPlaces = ReadonlyMap<Pointer, number>;

/** @param text that `parseManifestText` has read, so its size and depth are bounded. */
export function placesOf(text: string): ManifestPlaces {
  const lines = new LineCounter();
  const [document] = [...new Composer(COMPOSED).compose(new Parser(lines.addNewLine).parse(text), true, text.length)];
  const places = new Map<Pointer, number>();
  const visit = (node: ParsedNode | null, pointer: Pointer): void => {
    if (isMap(node)) for (const { key, value } of node.items) enter(value, key, below(pointer, nameOf(key)));
    if (isSeq(node)) for (const [index, item] of node.items.entries()) enter(item, item, below(pointer, index));
  };
  const enter = (value: ParsedNode | null, shown: ParsedNode, pointer: Pointer): void => {
    places.set(pointer, lines.linePos(shown.range[0]).line);
    visit(value, pointer);
  };
  places.set('', 1);
  visit(document?.contents ?? null, '');
  return places;
}

const nameOf = (key: ParsedNode): string => (isScalar(key) ? (key.source ?? '') : '');
