/** The project of a thing that was found by its id alone, in the response. */
import type { OperatorDependencies } from './dependencies.ts';
import type { Caller } from './endpoint.ts';
import { holderOf, present } from './path.ts';

export async function holderShown(
  { readProject }: OperatorDependencies['projects'],
  call: { readonly caller: Caller; readonly projectId: string | null },
) {
  const found = present(await readProject(holderOf(call), call.caller), 'project');
  const { id, name, environment, organizationId } = found;
  return { id, name, environment, organizationId };
}
