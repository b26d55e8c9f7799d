/** Work that is counted elsewhere or at another time, in a system that counts it so everywhere. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { showRows } from './sound-beside.ts';

const OCTOBER = '2026-10-31T23:59:59.000Z';
const OTHER_KEY = 'key_2';

/** Moves the charge of the success to another key of the project, which has no cap. */
function countForAnotherKey({ executions, keyUsage }: Mutable<Evidence>): void {
  executions[0]!.key_lineage = OTHER_KEY;
  keyUsage[0]!.charged_micros -= 300;
}

/** Moves the hold of the open execution to another key. */
function holdForAnotherKey({ executions, keyCaps }: Mutable<Evidence>): void {
  executions[2]!.key_lineage = OTHER_KEY;
  keyCaps[0]!.held_micros = 0;
}

/** Moves the cap itself to the other key, with all work. */
function capAnotherKey({ executions, keyCaps, keyUsage }: Mutable<Evidence>): void {
  for (const row of [keyCaps[0]!, keyUsage[0]!]) row.lineage_id = OTHER_KEY;
  for (const execution of executions) execution.key_lineage = OTHER_KEY;
}

/** Counts the project for an organization with the same cap. */
function countForAnotherOrganization({ accounts, organizations }: Mutable<Evidence>): void {
  organizations.push({ ...organizations[0]!, id: 'org_2' });
  accounts[0]!.organization_id = 'org_2';
}

/** Settles the success in the month before it ended. */
function settleInAnotherMonth(evidence: Mutable<Evidence>): void {
  const { transfers, usage, keyUsage } = evidence;
  tellUsage(evidence, { settledRequests: 1, chargedMicros: 50 });
  for (const transfer of transfers)
    if (transfer.execution_id === 'exe_1' && transfer.kind !== 'reserve') transfer.created_at = OCTOBER;
  Object.assign(usage[0]!, { settled_requests: 1, charged_micros: 50 });
  usage.push({ ...usage[0]!, month: '2026-10-01', charged_micros: 300 });
  keyUsage[0]!.charged_micros = 50;
  keyUsage.push({ ...keyUsage[0]!, month: '2026-10-01', charged_micros: 300 });
}

/** The row says the same wrong time as the settlement. */
function endInAnotherMonth(evidence: Mutable<Evidence>): void {
  settleInAnotherMonth(evidence);
  evidence.executions[0]!.finished_at = OCTOBER;
  for (const line of evidence.webhooks) if ('id' in line && line.id === 'exe_1') line.endedAt = OCTOBER;
  showRows(evidence);
}

function tellUsage({ replies }: Mutable<Evidence>, said: object): void {
  Object.assign(replies.usage[0]!.data, said);
}

/** A refund takes the charge out of the usage of its month. */
function refundUsage(evidence: Mutable<Evidence>): void {
  evidence.usage[0]!.charged_micros -= 100;
  evidence.keyUsage[0]!.charged_micros -= 100;
  tellUsage(evidence, { chargedMicros: 250 });
}

const moved =
  (kind: 'reserve' | 'settle' | 'release', at: string): Change =>
  ({ transfers }) =>
    (transfers.find((each) => each.kind === kind && each.execution_id === 'exe_1')!.created_at = at);

export const USAGE_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I8', 'a charge that counts for another key', countForAnotherKey],
  ['I8', 'a hold that counts for another key', holdForAnotherKey],
  ['I8', 'a cap that counts the work of another key', capAnotherKey],
  ['I8', 'a project that counts for another organization', countForAnotherOrganization],
  ['I8', 'a settlement in the month before its end', settleInAnotherMonth],
  ['I8', 'an end that is recorded in the month before it', endInAnotherMonth],
  ['I8', 'a refund that lowers the usage', refundUsage],
  ['I8', 'a settlement a second after its end', moved('settle', '2026-11-21T08:00:06.000Z')],
  ['I8', 'a release in another month than its end', moved('release', OCTOBER)],
  ['I8', 'a hold in another month than its accept', moved('reserve', OCTOBER)],
  ['I8', 'an end that is shown in another month', ({ replies }) => (replies.shown[0]!.finishedAt = OCTOBER)],
  ['I8', 'an accept that is shown at another time', ({ replies }) => (replies.shown[0]!.createdAt = OCTOBER)],
  [
    'I8',
    'a usage that is shown for another month',
    (evidence) => tellUsage(evidence, { month: '2026-10', settledRequests: 0, chargedMicros: 0 }),
  ],
  ['I8', 'a cap that is shown wrongly', (evidence) => tellUsage(evidence, { monthlyCapMicros: 2001 })],
  ['I8', 'an execution that its project cannot read', ({ replies }) => replies.shown.pop()],
  ['I8', 'a charge that is shown differently than counted', ({ replies }) => (replies.shown[1]!.chargedMicros = 49)],
];
