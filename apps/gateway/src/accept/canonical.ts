/**
 * Produces the canonical form of RFC 8785 in one pass, for values that our parser accepts: JSON without lone surrogates and
 * without numbers beyond a double. For all of these it must equal the output of the reference implementation
 * (canonical.test.ts).
 */
import type { JsonObject } from '@farebox/contract';

export function canonicalOf(value: JsonObject): string {
  return canonical(value);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const names = Object.keys(value);
  if (names.length > 1) names.sort(); // by UTF-16 code units
  let text = '';
  for (const name of names) {
    const member = canonical((value as Record<string, unknown>)[name]);
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}
