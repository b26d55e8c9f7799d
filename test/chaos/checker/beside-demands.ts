/** Demands on a run beside executions: acts of operators, cancels in each state, and files that are compared with their bytes. */
import { actsIn } from './acting.ts';
import type { Evidence } from './evidence.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';

export interface BesideDemand {
  /** Minimum number of acts of each kind that were done, and of acts that were refused. */
  readonly credits: number;
  readonly adjustments: number;
  readonly refunds: number;
  readonly refused: number;
  /** Minimum number of acts for which several requests were sent. */
  readonly repeated: number;
  /** Minimum number of cancels in each state that were decided, and of those by a key without the right. */
  readonly queued: number;
  readonly running: number;
  readonly reviewed: number;
  readonly ended: number;
  readonly forbidden: number;
  /** Minimum number of accepted cancels of batches. */
  readonly batches: number;
  /** Minimum number of uploads whose response describes a file, of those again, and of sounds in parts. */
  readonly uploads: number;
  readonly again: number;
}

type Count = readonly [what: string, is: number, least: number];

export function besideIn(evidence: Evidence, demand: BesideDemand): Count[] {
  const { acts, client } = evidence;
  const exchanges = exchangesOf(client);
  return [...actsOf(acts, demand), ...cancelsOf(exchanges, demand), ...uploadsOf(exchanges, demand)];
}

function actsOf(lines: Evidence['acts'], demand: BesideDemand): Count[] {
  const acts = actsIn(lines);
  const done = (wanted: string): number =>
    acts.filter(({ kind, outcome }) => kind === wanted && outcome === 'done').length;
  return [
    ['credits were granted', done('credit'), demand.credits],
    ['balances were adjusted', done('adjustment'), demand.adjustments],
    ['charges were refunded', done('refund'), demand.refunds],
    ['acts were refused', acts.filter(({ outcome }) => outcome === 'refused').length, demand.refused],
    ['acts were sent more than once', acts.filter(({ requests }) => requests.length > 1).length, demand.repeated],
  ];
}

function cancelsOf(exchanges: readonly Exchange[], demand: BesideDemand): Count[] {
  const cancels = exchanges.filter(({ act }) => act === 'cancel').map(({ reply }) => reply);
  const taken = (wanted: string): number =>
    cancels.filter(({ status, executionStatus }) => status === 200 && executionStatus === wanted).length;
  const refused = (wanted: string): number => cancels.filter(({ message }) => message === wanted).length;
  const whole = exchanges.filter(({ act, reply }) => act === 'batch-cancel' && reply.status === 200);
  return [
    ['queued executions were cancelled', taken('cancelled'), demand.queued],
    ['running executions were cancelled', taken('running'), demand.running],
    ['executions under review were cancelled', taken('needs_review'), demand.reviewed],
    ['cancels came after the end', refused('execution_already_finished'), demand.ended],
    ['cancels came from a key without the right', refused('execution_cancel_forbidden'), demand.forbidden],
    ['batches were cancelled', whole.length, demand.batches],
  ];
}

function uploadsOf(exchanges: readonly Exchange[], demand: BesideDemand): Count[] {
  const stored = exchanges.filter(({ asked, reply }) => asked.bytes !== undefined && reply.file !== undefined);
  const known = Map.groupBy(stored, ({ projectId, asked }) => `${projectId} ${asked.bytes?.sha256}`);
  return [
    ['uploads were stored', stored.length, demand.uploads],
    ['of them were there before', stored.length - known.size, demand.again],
  ];
}
