/** The history of executions in the sound run. */
import type { Evidence } from './evidence.ts';

const AT = '2026-11-21T08:00:00.000Z';
const INTENT = '2026-11-21T08:00:01.000Z';
export const LATER = '2026-11-21T08:00:05.000Z';
export const RESOLVE_BY = '2026-11-21T08:00:30.000Z';

const ACCEPTED = { at: AT, began: AT, old_status: null, old_epoch: null };

export const ended = (id: string, end: string): Evidence['history'] => {
  const base = {
    at: LATER,
    began: LATER,
    kind: 'execution',
    application: 'worker',
    execution_id: id,
    step: null,
    execution_claim: null,
    resolve_by: end === 'needs_review' ? RESOLVE_BY : null,
  } as const;
  return [
    { ...base, ...ACCEPTED, new_status: 'queued', new_epoch: 0, claim_token: null },
    { ...base, old_status: 'queued', new_status: 'running', old_epoch: 0, new_epoch: 1, claim_token: `claim-${id}` },
    { ...base, old_status: 'running', new_status: end, old_epoch: 1, new_epoch: 1, claim_token: null },
  ];
};

export const called = (id: string, end: string): Evidence['history'] => {
  const base = {
    kind: 'step',
    application: 'worker',
    execution_id: id,
    step: 0,
    old_epoch: null,
    new_epoch: null,
    claim_token: `claim-${id}`,
    execution_claim: `claim-${id}`,
    resolve_by: null,
  } as const;
  return [
    { ...base, at: INTENT, began: INTENT, old_status: null, new_status: 'dispatching' },
    { ...base, at: LATER, began: LATER, old_status: 'dispatching', new_status: end },
  ];
};
