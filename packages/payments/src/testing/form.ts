/** For tests: form-encoded bodies and queries as Stripe parses them, `a[b][0]=c`. */
import type { Json } from './account.ts';

export function parseForm(text: string): Json {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop();
    if (last === undefined) continue;
    let at = root;
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root;
}

/** The value at `a.b.0`; undefined: none. */
export const at = (form: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((found, part) => (found as Json | undefined)?.[part], form);
