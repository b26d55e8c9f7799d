/** Breaches of what is due for own tools and their runners. Only tests of the checks use them. */
import type { Json } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { charge } from './seeded-breaches.ts';
import { showRows } from './sound-beside.ts';
import { lineOf, say, sellAnOwnTool, send } from './sound-own.ts';

type Found = Mutable<Evidence>;

const EARLY = '2026-11-21T08:00:00.500Z';

const sold =
  (change: Change): Change =>
  (evidence) => {
    sellAnOwnTool(evidence);
    change(evidence);
  };

/** The success is charged its whole hold, and every row and response says so. */
function chargeAll(evidence: Found): void {
  const { executions, steps } = evidence;
  charge(evidence, 400);
  executions[0]!.billing = [{ step: 0, unit: 'image', quantity: 4, amountMicros: 400 }];
  steps[0]!.units = 4;
  showRows(evidence);
}

/** The customer paid for the failure, and its manifest promises to be free. */
const freeFailure: Change = (evidence) => sellAnOwnTool(evidence, { price: { onFailure: 'none' } });

const sendTo =
  (own: Json): Change =>
  (evidence) =>
    send(evidence, own);

/** Adds a text to what the runner was sent, where nothing compares it. */
const tell = (text: string): Change => sendTo({ more: text });

function forgetTheIntent({ history }: Found): void {
  const index = history.findIndex(
    ({ execution_id, new_status }) => execution_id === 'exe_1' && new_status === 'dispatching',
  );
  history.splice(index, 1);
}

/** The runner states the cost of the failure, and says nothing of a bill. */
const saysNothing: Change = (evidence) => Reflect.deleteProperty(lineOf(evidence, 'said', 'exe_2.0').reply, 'billed');

/** A second response, which nobody asked for, was believed. */
function believeAStray(evidence: Found): void {
  const { reply, ...line } = lineOf(evidence, 'said');
  evidence.runs.push({ ...line, kind: 'stray', reply: { ...reply, units: 4 } });
  chargeAll(evidence);
}

const OWN: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I3', 'units that its runner did not state', chargeAll],
  ['I3', 'units of a response that nobody asked for', believeAStray],
  ['I3', 'units of a text that is no number', (evidence) => say(evidence, { units: 'NaN' })],
  ['I3', 'units of a negative number', (evidence) => say(evidence, { units: -3 })],
  ['I3', 'units without a statement', (evidence) => say(evidence, { units: null })],
  ['I3', 'a cost on record that its runner did not state', (evidence) => say(evidence, { cost: { usd: '0.0003' } })],
  ['I3', 'a negative cost', (evidence) => say(evidence, { cost: { usd: '-0.0002' } })],
  ['I3', 'a cost that is no number', (evidence) => say(evidence, { cost: { usd: 'NaN' } })],
  ['I3', 'a cost that is no text', (evidence) => say(evidence, { cost: { usd: 0.0002 } })],
  [
    'I3',
    'a cost above the hold that is booked whole',
    (evidence) => (
      say(evidence, { cost: { usd: '99.5' } }),
      Object.assign(evidence.recordedCosts[0]!, { stated_micros: 99_500_000, booked_micros: 99_500_000 })
    ),
  ],
  [
    'I3',
    'a cost by a tariff, which own tools have not',
    ({ recordedCosts }) => (recordedCosts[0]!.derived_micros = 200),
  ],
  ['I3', 'two costs of one run', ({ recordedCosts }) => recordedCosts.push({ ...recordedCosts[0]! })],
  ['I3', 'a success without a cost on record', ({ recordedCosts }) => recordedCosts.splice(0, 1)],
  ['I3', 'a success with a file too many', (evidence) => say(evidence, { artifacts: [{ put: 0 }, { put: 1 }] })],
  ['I3', 'a success that its runner said to be a failure', (evidence) => say(evidence, { status: 'failed' })],
  ['I3', 'a failure that its runner does not bill', (evidence) => say(evidence, { billed: false }, 'exe_2.0')],
  ['I3', 'a failure that its runner does not say to bill', saysNothing],
  [
    'I3',
    'a failure charged more than was stated',
    (evidence) => say(evidence, { cost: { usd: '0.000049' } }, 'exe_2.0'),
  ],
  ['I4', 'a second start of a run', ({ runs }) => runs.push({ ...runs[0]! })],
  ['I4', 'a start before its intent', (evidence) => (lineOf(evidence, 'begun').at = EARLY)],
  ['I4', 'a start without an intent', forgetTheIntent],
  ['I4', 'a start of no step', ({ runs }) => runs.push({ ...runs[0]!, token: 'exe_1.1' })],
  ['I7', 'a file with other bytes than its runner has put', (evidence) => (lineOf(evidence, 'put').sha256 = 'abd')],
  ['I7', 'a result that its runner did not state', ({ steps }) => (steps[0]!.result = { read: 3 })],
  ['I10', 'a runner that is told the project', tell('proj_1')],
  ['I10', 'a runner that is told the organization', tell('org_1')],
  ['I10', 'a runner that is told a key', tell('fb_live_0123456789')],
  ['I12', 'a version that is kept in other words', ({ toolVersions }) => (toolVersions[0]!.manifest = '{}')],
  [
    'I12',
    'a version that nobody published',
    ({ toolVersions }) => toolVersions.push({ ...toolVersions[0]!, version: 2 }),
  ],
  ['I12', 'a runner that is sent another tool', sendTo({ tool: 'acme-other' })],
  ['I12', 'a runner that is sent another version', sendTo({ version: 2 })],
  ['I12', 'a runner that is sent other arguments', sendTo({ arguments: { told: '#run:ok', pages: 3 } })],
  ['I12', 'a runner that is sent a file of nobody', sendTo({ inputs: [{}] })],
  ['I12', 'a runner that is allowed more units', sendTo({ limits: { unitsMax: 5, costMaxUsd: '0.000400' } })],
  ['I12', 'a runner that is allowed more cost', sendTo({ limits: { unitsMax: 4, costMaxUsd: '0.000401' } })],
  [
    'I12',
    'a plan of another version',
    ({ executions }) => Object.assign(executions[0]!.plan[0]!.parameters, { version: 2 }),
  ],
  [
    'I12',
    'a plan with other arguments',
    ({ executions }) => Object.assign(executions[0]!.plan[0]!.parameters, { arguments: {} }),
  ],
];

export const OWN_BREACHES: typeof OWN = [
  ...OWN.map(([promise, what, change]) => [promise, what, sold(change)] as const),
  ['I3', 'a failure charged although its manifest makes it free', freeFailure],
  [
    'I12',
    'an own tool sold at the price of another manifest',
    (evidence) => (sellAnOwnTool(evidence), (evidence.run.ownTools[0]!.manifest.price.unitPriceMicros = 99)),
  ],
];
