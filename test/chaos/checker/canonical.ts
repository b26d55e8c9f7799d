/** JSON in one form (RFC 8785), so that equal values have equal text and the documented digest of a request can be repeated. */
import { createHash } from 'node:crypto';

export type Json = Readonly<Record<string, unknown>>;

export function canonicalOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join()}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalOf(member)}`).join()}}`;
}

export const isEqual = (one: unknown, other: unknown): boolean => canonicalOf(one) === canonicalOf(other);

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest that the database keeps of a paid request, in the form of a `bytea`. */
export const bodySha256Of = (body: unknown): string => `\\x${sha256Of(canonicalOf(body))}`;
