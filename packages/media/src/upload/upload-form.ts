/**
 * The shape of an upload's JSON, checked token by token: one object, its two fields in any order, each once, both
 * strings. `data` flows into the decoder; of everything else only a few characters are kept.
 */
import { type FieldProblems, LIMITS } from '@tollgate/contract';
import type { Token } from 'stream-json/core/parser.js';
import type { Base64Decoder } from './base64-decoder.ts';
import { JsonSyntaxError } from './json-tokens.ts';

export interface UploadForm {
  /** Throws JsonSyntaxError for what is no object or nested too deep. */
  take(tokens: readonly Token[]): void;
  /** After the last token. */
  problems(): FieldProblems;
  mimeType(): string;
}

const FIELDS = ['mimeType', 'data'] as const;
type FieldName = (typeof FIELDS)[number];

/** Longer names and media types are wrong anyway. */
const KEPT_MAX = 64;
const PROBLEMS_MAX = 20;

export function createUploadForm(decoder: Base64Decoder): UploadForm {
  const seen = new Set<string>();
  const problems = new Map<string, string>();
  let depth = 0;
  let reading: 'name' | 'value' | 'nothing' = 'nothing';
  let field: FieldName | null = null;
  let [name, mimeType, data] = ['', '', ''];

  function problem(path: string, reason: string): void {
    if (problems.size < PROBLEMS_MAX && !problems.has(path)) problems.set(path, reason);
  }

  function named(): void {
    const known = FIELDS.find((each) => each === name) ?? null;
    if (known === null) problem(pointer(name), 'is not a field of this request');
    else if (seen.has(name)) problem(pointer(name), 'is there more than once');
    field = seen.has(name) ? null : known;
    if (known !== null) seen.add(known);
  }

  function text(piece: string): void {
    if (reading === 'name') name = (name + piece).slice(0, KEPT_MAX);
    else if (reading === 'value' && field === 'mimeType') mimeType = (mimeType + piece).slice(0, KEPT_MAX);
    else if (reading === 'value' && field === 'data') data += piece;
  }

  function opened(isObject: boolean): void {
    if (depth === 0 && !isObject) throw new JsonSyntaxError('not an object');
    if (depth === 1) wrongType();
    depth++;
    if (depth > LIMITS.jsonDepth) throw new JsonSyntaxError('nested too deep');
  }

  function wrongType(): void {
    if (field !== null) problem(pointer(field), 'must be string');
  }

  function step(token: Token): void {
    const { name: kind } = token;
    if (kind === 'stringChunk') text(token.value);
    else if (kind === 'startObject' || kind === 'startArray') opened(kind === 'startObject');
    else if (kind === 'endObject' || kind === 'endArray') depth--;
    else if (depth === 0) throw new JsonSyntaxError('not an object');
    else if (depth === 1) member(kind);
  }

  /** A token of the root object's own members. */
  function member(kind: Token['name']): void {
    if (kind === 'startKey') [reading, name] = ['name', ''];
    else if (kind === 'startString') reading = 'value';
    else if (kind === 'endKey' || kind === 'endString') reading = 'nothing';
    else if (kind !== 'numberChunk' && kind !== 'endNumber') wrongType();
    if (kind === 'endKey') named();
  }

  return {
    take(tokens) {
      for (const token of tokens) step(token);
      // The pieces of one network read are decoded together: they come 256 characters at a time.
      decoder.write(data);
      data = '';
    },
    problems() {
      for (const each of FIELDS) if (!seen.has(each)) problem(pointer(each), 'is required');
      return Object.fromEntries(problems);
    },
    mimeType: () => mimeType,
  };
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
