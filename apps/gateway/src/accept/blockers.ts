/** Determines why an execution, or a batch of executions, would be refused at this moment. */
import { type Blocker, roleAllows } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Micros } from '@farebox/kernel';
import { spendingBlockers } from '@farebox/ledger';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { executesNow } from './platform-switch.ts';
import { isTemporarilyUnavailable, type Needed } from './temporarily.ts';

type Needs = Pick<Dependencies, 'offers' | 'circuits' | 'executionEnabled' | 'storeWatch' | 'usage'>;

interface Wanted extends Needed {
  readonly isAvailable: boolean;
  readonly maximumMicros: Micros;
}

/** Returns every check that would refuse it now, in the order in which they are made. */
export async function blockersOf(needs: Needs, identity: Identity, wanted: Wanted): Promise<Blocker[]> {
  const { key, member, project } = identity;
  const blockers: Blocker[] = [];
  if (!key.scopes.includes('tools:execute')) blockers.push('platform_api_key_scope_required');
  if (!roleAllows('tools:execute', { role: member.role, projectEnabled: project.executionEnabled })) {
    blockers.push('project_permission_required');
  }
  if (!wanted.isAvailable) blockers.push('tool_unavailable');
  else if (await isTemporarilyUnavailable(needs, wanted)) blockers.push('tool_temporarily_unavailable');
  if (!executesNow(needs, identity)) blockers.push('execution_disabled');
  return [...blockers, ...spendingBlockers(await needs.usage(project.id, key.lineage), wanted.maximumMicros)];
}
