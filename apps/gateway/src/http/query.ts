/** A query string as a flat object of strings, for the route's schema to check. */
import { invalidRequest } from '@farebox/contract';

/** @param url of the request line. A parameter given twice is refused: two readers could take two meanings. */
export function parseQuery(url: string): Readonly<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const parameters = new URLSearchParams(url.slice(start + 1));
  const query = Object.create(null) as Record<string, string>;
  for (const [name, value] of parameters) {
    if (name in query) throw invalidRequest({ [`query:${name.slice(0, 64)}`]: 'is given more than once' });
    query[name] = value;
  }
  return query;
}

/** As JSON would write it: no sign, leading zero, exponent or space that two readers could take in two ways. */
const INTEGER = /^(?:0|[1-9]\d{0,15})$/;

/** The parameters that the schema says are integers, as integers. What is none stays text, for the schema to refuse. */
export function withIntegers(
  query: Readonly<Record<string, string>>,
  schema: object,
): Readonly<Record<string, unknown>> {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  const typed = Object.entries(query).map(([name, value]) => {
    const isInteger = Object.hasOwn(properties, name) && properties[name]?.type === 'integer' && INTEGER.test(value);
    return [name, isInteger ? Number(value) : value] as const;
  });
  return Object.fromEntries(typed);
}
