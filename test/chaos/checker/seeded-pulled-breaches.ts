/** Breaches of what is due for a tool whose runner asks for work. Only tests of the checks use them. */
import type { Json } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { lineOf, send } from './sound-own.ts';
import { reviewARun, sellAPulledTool } from './sound-pulled.ts';

type Found = Mutable<Evidence>;

/** The review of the sound run begins at five seconds. */
const BEFORE_ITS_REVIEW = '2026-11-21T08:00:04.000Z';

/** The runner said another end, or had it taken. */
function another(evidence: Found, kind: 'said' | 'taken', own: Json): void {
  const { reply, ...line } = lineOf(evidence, 'taken');
  evidence.runs.push({ ...line, kind, reply: { ...reply, ...own } });
}

/** The end on record was said, and another one was taken. */
function believeTheOther(evidence: Found): void {
  another(evidence, 'said', { cost: { usd: '0.000300' } });
  Object.assign(evidence.recordedCosts[0]!, { stated_micros: 300, booked_micros: 300 });
}

function forgetTheRun(evidence: Found): void {
  evidence.runs = evidence.runs.filter(({ kind, token }) => token !== 'exe_2.0' || kind === 'claimed');
}

/** Its cost was booked neither, so it would be certain that nobody is paid, if it had not begun. */
function withdrawABegunRun(evidence: Found): void {
  evidence.runs = evidence.runs.filter(
    ({ kind, token }) => token !== 'exe_2.0' || kind === 'begun' || kind === 'claimed',
  );
}

function tellAtTheClaim(evidence: Found): void {
  const line = lineOf(evidence, 'claimed');
  line.body = JSON.stringify({ ...(JSON.parse(line.body) as Json), more: 'proj_1' });
}

const PULLED: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I3', 'an end on record that was not taken', believeTheOther],
  ['I3', 'two ends that were taken', (evidence) => another(evidence, 'taken', { units: 3 })],
  ['I3', 'a cost of a run that nobody began', forgetTheRun],
  ['I3', 'a failure of a run that its runner has begun and not ended', withdrawABegunRun],
  ['I4', 'a run that begins again', (evidence) => evidence.runs.push({ ...lineOf(evidence, 'begun') })],
  ['I10', 'a claim that tells the project', tellAtTheClaim],
  ['I11', 'an end that was taken, and is nowhere', (evidence) => reviewARun(evidence, BEFORE_ITS_REVIEW)],
  [
    'I12',
    'a claim that allows more units',
    (evidence) => send(evidence, { limits: { unitsMax: 5, costMaxUsd: '0.000400' } }),
  ],
];

export const PULLED_BREACHES: typeof PULLED = PULLED.map(([promise, what, change]) => [
  promise,
  what,
  (evidence) => (sellAPulledTool(evidence), change(evidence)),
]);
