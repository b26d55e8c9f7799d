/** All calls of a tool as the source of a rule's leaves: each leaf has the limits of its argument. */
import { invariant } from '@farebox/kernel';
import type { Range } from '../arithmetic/range.ts';
import { ceiled } from '../arithmetic/rational.ts';
import type { Element, Known, Source } from '../evaluate.ts';
import { memberOf } from '../pointer.ts';
import { type FileLimits, type LeafNode, type Pointer, pointerOf } from '../rule.ts';
import { angleLimits, choiceLimits, factLimits, type Limits, listLimits, numberLimits, textLimits } from './limits.ts';
import { type Place, resolved, type Schema } from './resolve.ts';

/** The inputs that a tool takes. */
export interface Input {
  /** The input schema of the manifest: JSON Schema 2020-12. */
  readonly inputSchema: Schema;
  /** By pointer of the file argument, with `*` for the elements of an array: `/tracks/*`. */
  readonly files: Readonly<Record<Pointer, FileLimits>>;
}

export type Found =
  | { readonly ok: true; readonly range: Range; readonly isSure: boolean }
  | { readonly ok: false; readonly problem: string };

/** The limits of all calls. The methods of `Source` take only leaves of which `find` found the limits. */
export interface LimitsOfCalls extends Source {
  find(node: LeafNode): Found;
  /** The number of elements of an array. */
  findArray(array: Pointer): Found;
  /** The limits within `each` of an array. */
  within(array: Pointer): LimitsOfCalls;
}

export function limitsOfCalls(input: Input, arrays: ReadonlySet<Pointer> = new Set()): LimitsOfCalls {
  const find = (pointer: Pointer, limitsOf: (place: Place) => Limits): Found => {
    const place = resolved(input.inputSchema, pointer, arrays);
    if (!place.ok) return place;
    const limits = limitsOf(place);
    return 'problem' in limits ? { ok: false, ...limits } : { ok: true, range: limits, isSure: place.isSure };
  };
  const findLeaf = (node: LeafNode): Found => find(pointerOf(node), (place) => leafLimits(node, place, input.files));
  const within = (array: Pointer): LimitsOfCalls => limitsOfCalls(input, new Set([...arrays, array]));
  const findArray = (array: Pointer): Found => find(array, ({ schema }) => listLimits(schema));
  return { find: findLeaf, findArray, within, leaf: (node) => known(findLeaf(node)), elements };

  function elements(array: Pointer): readonly Element[] {
    const { range, isSure } = known(findArray(array));
    const timesLeast = isSure ? ceiled(range.least) : 0n;
    return [{ source: within(array), timesLeast, timesMost: ceiled(range.most) }];
  }
}

function leafLimits(node: LeafNode, { schema, pattern }: Place, files: Input['files']): Limits {
  if ('arg' in node) return numberLimits(schema);
  if ('fact' in node) return factLimits(memberOf(files, pattern), node.of);
  if ('chars' in node) return textLimits(schema);
  if ('count' in node) return listLimits(schema);
  return 'lookup' in node ? choiceLimits(schema, node.table) : angleLimits(schema);
}

function known(found: Found): Known & { readonly range: Range } {
  invariant(found.ok, 'the leaves of a checked rule have limits');
  return found;
}
