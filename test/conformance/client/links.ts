/** The runtime expressions of OpenAPI links that the document uses: pointers into the request body and the response body. */

interface Seen {
  readonly request: unknown;
  readonly response: unknown;
}

const EXPRESSION = /^\$(request|response)\.body#(\/.*)$/;

/** The value with every expression in it, at any depth, replaced by the value that it points to. */
export function resolved(value: unknown, seen: Seen): unknown {
  if (typeof value === 'string') {
    const [, of, pointer] = EXPRESSION.exec(value) ?? [];
    return of === undefined ? value : pointedTo(seen[of as keyof Seen], pointer as string);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolved(each, seen));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, seen)]));
}

/** Throws if the pointer leads nowhere. */
function pointedTo(body: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce((found, name) => {
      if (typeof found !== 'object' || found === null || !(name in found)) throw new Error(`nothing is at ${pointer}`);
      return (found as Record<string, unknown>)[name];
    }, body);
}
