/**
 * The arguments of a paid tool as its schema in the catalog understands them. Asked only after the API has refused the
 * arguments, so that a correct call needs no second request.
 */
import type { Catalog } from '@farebox/contract';
import type { Api } from '../api.ts';
import { hasTyped, understood } from '../understood.ts';

export interface Use {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Null if nothing is understood better than it was written. */
export async function typed(api: Api, { tool, arguments: args }: Use): Promise<Use | null> {
  if (!hasTyped(args)) return null;
  const { tools } = await api.call<Catalog>('getCatalog');
  const found = tools.find(({ name }) => name === tool);
  if (found === undefined) return null;
  const better = understood(args, found.inputSchema) as Use['arguments'];
  return JSON.stringify(better) === JSON.stringify(args) ? null : { tool, arguments: better };
}
