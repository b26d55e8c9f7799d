/** Adds what operators did to the sound run: a credit, an adjustment, a refund, and a refund that was refused. */
import type { Acting, GivenKind } from './acts.ts';
import type { Evidence } from './evidence.ts';
import type { Mutable } from './mutable.ts';
import { showRows } from './sound-beside.ts';

const AT = '2026-11-21T08:00:05.500Z';
const REASON = 'they complained';

interface Given {
  readonly kind: GivenKind;
  readonly amountMicros: number;
  readonly executionId: string | null;
}

const GIVEN: readonly Given[] = [
  { kind: 'credit', amountMicros: 70, executionId: null },
  { kind: 'adjustment', amountMicros: -20, executionId: null },
  { kind: 'refund', amountMicros: 100, executionId: 'exe_1' },
];

/** Each act was sent twice: the first response was lost, and the second repeats it. */
export function giveAsOperator(evidence: Mutable<Evidence>): void {
  const { acts } = evidence;
  for (const [index, given] of GIVEN.entries()) {
    const availableMicros = book(evidence, index, given);
    const asked = askedAs(index, given);
    acts.push({ ...asked, request: 2 * index + 1 }, { at: AT, replyTo: 2 * index + 1, lost: 'hung up' });
    acts.push({ ...asked, request: 2 * index + 2 });
    acts.push({ at: AT, replyTo: 2 * index + 2, status: 200, replayed: true, booked: true, availableMicros });
  }
  acts.push({ ...askedAs(9, { kind: 'refund', amountMicros: 301, executionId: 'exe_1' }), request: 19 });
  acts.push({ at: AT, replyTo: 19, status: 400, message: 'invalid_request' });
  showRows(evidence);
}

const askedAs = (index: number, { kind, amountMicros, executionId }: Given): Mutable<Acting> => ({
  at: AT,
  kind,
  by: 'operator-1',
  projectId: 'proj_1',
  executionId,
  amountMicros,
  reference: `act-${index}`,
  reason: REASON,
  idempotencyKey: `key-of-act-${index}`,
});

/** Books it in every table, and returns the available balance. */
function book(evidence: Mutable<Evidence>, index: number, { kind, amountMicros, executionId }: Given): number {
  const { transfers, accounts, replies, loggedActs } = evidence;
  const [account, [statement]] = [accounts[0]!, replies.statements];
  const before = account.available_micros;
  account.funded_micros += amountMicros;
  account.available_micros += amountMicros;
  replies.usage[0]!.data['availableMicros'] = account.available_micros;
  const debit = amountMicros < 0 ? 'available' : 'funding';
  const moved = { debit, kind, amount_micros: Math.abs(amountMicros), created_at: AT };
  const reference = `${kind}-act-${index}`;
  transfers.push({ ...transfers[0]!, ...moved, id: 20 + index, refunds: executionId, reference });
  const total = { credit: 'creditedMicros', adjustment: 'adjustedMicros', refund: 'refundedMicros' } as const;
  statement![total[kind]] += amountMicros;
  const act = { credit: 'balance.credit', adjustment: 'balance.adjust', refund: 'balance.refund' }[kind];
  const after = { availableMicros: before + amountMicros, kind, amountMicros, reference, executionId };
  const who = { chain: 'org_1', at: AT, actor_kind: 'operator', actor: 'operator-1', act, project: 'proj_1' } as const;
  const key = { reason: REASON, idempotency_key: `key-of-act-${index}` };
  loggedActs.push({ ...who, ...key, target: executionId ?? 'proj_1', before: { availableMicros: before }, after });
  return account.available_micros;
}
