/** Statements, logs, costs, times and claims that nobody compared with another source before. Only tests of the checks use them. */
import type { Json } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { giveAsOperator } from './sound-acts.ts';
import { AT } from './sound-orders.ts';
import { lineOf, sellAnOwnTool, send } from './sound-own.ts';
import { sellAPulledTool } from './sound-pulled.ts';

type Found = Mutable<Evidence>;

const LATER = '2026-11-21T08:00:05.000Z';
const EARLY = '2026-11-21T07:00:00.000Z';
const LATE = '2026-11-21T09:00:00.000Z';

/** Within what is left of the charge of 300, of which 100 are given back. */
function turnAway(evidence: Found): void {
  giveAsOperator(evidence);
  evidence.acts.find(({ request }) => request === 19)!.amountMicros = 200;
}

const REVIEW = {
  chain: 'org_1',
  at: LATER,
  actor_kind: 'system',
  actor: 'keeper',
  act: 'review.begin',
  project: 'proj_1',
  target: 'exe_3',
  before: null,
  after: { heldMicros: 400, at: LATER },
  reason: null,
  idempotency_key: null,
} as const;

const logged =
  (...entries: readonly Partial<Found['loggedActs'][number]>[]): Change =>
  ({ loggedActs }) =>
    loggedActs.push(...entries.map((entry) => ({ ...REVIEW, ...entry })));

/** Everything was in order long before the run ended, and the log lacks the review. */
function endLate({ run }: Found): void {
  Object.assign(run, { recoveredAt: LATER, quietAt: '2026-11-21T08:00:45.000Z' });
}

const pulled =
  (change: Change): Change =>
  (evidence) => {
    sellAPulledTool(evidence);
    change(evidence);
  };

/** Another claim, asked for then. */
const claim =
  (askedAt: string): Change =>
  (evidence) => {
    const line = lineOf(evidence, 'claimed');
    Object.assign(line, { askedAt: line.at });
    evidence.runs.push({ ...line, at: askedAt, askedAt, lease: 'a third' });
  };

const atTheClaim = (own: Json): Change =>
  pulled((evidence) => {
    const line = lineOf(evidence, 'claimed');
    line.body = JSON.stringify({ ...(JSON.parse(line.body) as Json), ...own });
  });

const limits = (deadline: string): Json => ({ limits: { deadline, unitsMax: 4, costMaxUsd: '0.000400' } });

/** The run time of the manifest is 30 s. */
const bounded =
  (deadline: string): Change =>
  (evidence) => {
    sellAnOwnTool(evidence, { runner: { maxRuntimeSeconds: 30 } });
    send(evidence, limits(deadline));
  };

/** The failure ended by its deadline, 23 s before the one that its runner was told. */
function endEarly(evidence: Found): void {
  sellAnOwnTool(evidence, { runner: { maxRuntimeSeconds: 30 } });
  evidence.executions[1]!.status_reason = 'deadline_exceeded';
  const line = lineOf(evidence, 'begun', 'exe_2.0');
  line.body = JSON.stringify({ ...(JSON.parse(line.body) as Json), ...limits('2026-11-21T08:00:28.000Z') });
}

const step = (facts: Json): Change =>
  function showAStep({ shown }) {
    const [{ data }] = shown as [Found['shown'][number]];
    shown[0]!.data = { ...data, steps: [{ ...(data['steps'] as readonly Json[])[0], ...facts }] };
  };

export const LOG_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I1', 'a refund within its charge that is turned away', turnAway],
  ['I1', 'a settlement that enters another balance', ({ transfers }) => (transfers[3]!.credit = 'available')],
  [
    'I1',
    'lines of a statement that do not add up',
    ({ replies }) => (replies.statements[0]!.tools[0]!.chargedMicros += 1),
  ],
  [
    'I1',
    'a statement that names another tool',
    ({ replies }) => (replies.statements[0]!.tools[0]!.tool = 'image-resize'),
  ],
  ['I3', 'a review that is not in the log of acts', endLate],
  ['I3', 'a review that is logged twice', logged({}, {})],
  ['I3', 'a review that is logged before it began', logged({ at: EARLY })],
  ['I3', 'a review that is logged with another begin', logged({ after: { heldMicros: 400, at: EARLY } })],
  ['I3', 'prices that nobody cancelled', logged({ act: 'price.cancel', actor_kind: 'operator', target: 'x' })],
  ['I3', 'a publication that is not in the log of acts', pulled(({ loggedActs }) => loggedActs.splice(0))],
  [
    'I3',
    'a cost on record of another service',
    ({ recordedCosts }) => Object.assign(recordedCosts[0]!, { provider: 'predictions', model: 'sim/other' }),
  ],
  ['I8', 'a live project that counts as test project', ({ accounts }) => (accounts[0]!.environment = 'test')],
  ['I8', 'a start that the diary does not have', ({ executions }) => (executions[0]!.started_at = EARLY)],
  ['I8', 'a start that is shown at another time', ({ shown }) => Object.assign(shown[1]!.data, { startedAt: LATE })],
  ['I8', 'a success that is shown without a start', ({ shown }) => Object.assign(shown[1]!.data, { startedAt: null })],
  ['I8', 'a step that ends before it starts', step({ startedAt: LATER, finishedAt: AT })],
  ['I4', 'a run that is given to two claims at once', pulled(claim('2026-11-21T08:00:03.000Z'))],
  ['I4', 'a run that is given away after its end', pulled(claim('2026-11-21T08:00:12.000Z'))],
  [
    'I4',
    'a lease of ten minutes',
    pulled((evidence) => Object.assign(lineOf(evidence, 'claimed'), { leaseSeconds: 600 })),
  ],
  ['I12', 'a claim of another call', atTheClaim({ arguments: { told: '#run:ok of another', pages: 1 } })],
  [
    'I12',
    'a start that asks for other outputs',
    pulled((evidence) => send(evidence, { outputs: [{ mimeTypes: [] }] })),
  ],
  ['I12', 'a deadline that has passed before the start', bounded(EARLY)],
  ['I12', 'a deadline that is further away than the manifest says', bounded(LATE)],
  ['I12', 'an end by its deadline long before the one that was told', endEarly],
];
