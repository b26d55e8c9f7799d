/** A query string as a flat object of strings, for the route's schema to check. */
import { invalidRequest } from '@tollgate/contract';

/** @param url of the request line. A parameter given twice is refused: two readers could take two meanings. */
export function parseQuery(url: string): Readonly<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const parameters = new URLSearchParams(url.slice(start + 1));
  const query = Object.create(null) as Record<string, string>;
  for (const [name, value] of parameters) {
    if (name in query) throw invalidRequest({ [`/${name}`]: 'is given more than once' });
    query[name] = value;
  }
  return query;
}
