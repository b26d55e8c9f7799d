/** Parses a query string into a flat object of strings, which the route's schema then checks. */
import { invalidRequest } from '@farebox/contract';

/** @param url from the request line. A repeated parameter is refused, because two readers could pick different values. */
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

/** Integers as JSON writes them: no sign, leading zero, exponent or space, which readers interpret differently. */
const INTEGER = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Converts parameters that the schema declares as integers or as lists, which commas separate. Any other text stays text,
 * which the schema then refuses.
 */
export function typed(query: Readonly<Record<string, string>>, schema: object): Readonly<Record<string, unknown>> {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  const converted = Object.entries(query).map(([name, value]): readonly [string, unknown] => {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    if (type === 'array') return [name, value.split(',')];
    return [name, type === 'integer' && INTEGER.test(value) ? Number(value) : value];
  });
  return Object.fromEntries(converted);
}
