/**
 * Finds the schema of an argument. Only `properties` and `items` lead to it. Every other keyword of JSON Schema only
 * narrows what they allow, so it cannot raise a limit that was found this way. A reference is not followed.
 */
import { below, ELEMENT, indexOf, memberOf, partsOf } from '../pointer.ts';
import type { Pointer } from '../rule.ts';

/** A JSON Schema from outside. */
export type Schema = unknown;

export type Resolved = ({ readonly ok: true } & Place) | { readonly ok: false; readonly problem: string };

export interface Place {
  readonly schema: Schema;
  /** The pointer with `*` for each element of an array, as the files of a manifest name it. */
  readonly pattern: Pointer;
  /** Whether every call has the argument, once defaults are filled in. */
  readonly isSure: boolean;
}

/** @param arrays the pointers of the arrays whose elements `*` may name. */
export function resolved(root: Schema, pointer: Pointer, arrays: ReadonlySet<Pointer>): Resolved {
  const parts = partsOf(pointer);
  if (parts === null) return { ok: false, problem: 'must be a JSON Pointer to an argument, such as /source' };
  let place: Place = { schema: root, pattern: '', isSure: true };
  let at = '';
  for (const part of parts) {
    const next = memberPlace(place, part) ?? elementPlace(place, part, arrays.has(at));
    if (next === null) return { ok: false, problem: missing(place, at, part) };
    place = next;
    at = below(at, part);
  }
  return { ok: true, ...place };
}

export const typeOf = (schema: Schema): unknown => memberOf(schema, 'type');

/** The place of a property; null if the schema describes no object with it. */
function memberPlace({ schema, pattern, isSure }: Place, part: string): Place | null {
  const property = memberOf(memberOf(schema, 'properties'), part);
  if (typeOf(schema) !== 'object' || property === undefined) return null;
  const required = memberOf(schema, 'required');
  const isRequired = Array.isArray(required) && required.includes(part);
  return {
    schema: property,
    pattern: below(pattern, part),
    isSure: isSure && (isRequired || memberOf(property, 'default') !== undefined),
  };
}

/** The place of an element: of each one within `each`, or of one by its index. */
function elementPlace({ schema, pattern, isSure }: Place, part: string, isWithin: boolean): Place | null {
  const items = memberOf(schema, 'items');
  // The first elements of such an array have other schemas, so `items` is not a limit of each.
  const hasOthers = memberOf(schema, 'prefixItems') !== undefined;
  if (typeOf(schema) !== 'array' || items === undefined || hasOthers) return null;
  const element = { schema: items, pattern: below(pattern, ELEMENT) };
  if (part === ELEMENT) return isWithin ? { ...element, isSure } : null;
  const index = indexOf(part);
  if (index === null) return null;
  const minItems = memberOf(schema, 'minItems');
  return { ...element, isSure: isSure && typeof minItems === 'number' && minItems > index };
}

function missing({ schema }: Place, at: string, part: string): string {
  const place = at === '' ? 'it' : at;
  if (memberOf(schema, 'prefixItems') !== undefined)
    return `is not in the input schema: ${place} has "prefixItems"; give all elements one schema by "items"`;
  if (typeOf(schema) === 'array')
    return part === ELEMENT
      ? `names each element of ${at}: write it within { "sum": "${at}", "each": … } or "largest"`
      : `names no element of the array ${at}: write an index, or * within "sum" or "largest"`;
  if (typeOf(schema) !== 'object')
    return `is not in the input schema: ${place} is no object whose schema says "type": "object"`;
  return `is not in the input schema: ${place} has no property ${JSON.stringify(part)}`;
}
