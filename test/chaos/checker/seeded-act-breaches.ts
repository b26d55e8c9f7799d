/** Breaches of the promises about what operators give, and about what they are shown of it. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { giveAsOperator } from './sound-acts.ts';
import { showRows } from './sound-beside.ts';

const EARLY = '2026-11-21T08:00:03.000Z';

const given =
  (change: Change): Change =>
  (evidence) => {
    giveAsOperator(evidence);
    change(evidence);
  };

/** A consistent system that moved another amount for the first act, the credit. */
function giveAnother(evidence: Mutable<Evidence>): void {
  const { transfers, accounts, replies, loggedActs, acts } = evidence;
  const more = 7;
  transfers.find(({ reference }) => reference === 'credit-act-0')!.amount_micros += more;
  accounts[0]!.available_micros += more;
  accounts[0]!.funded_micros += more;
  replies.usage[0]!.data['availableMicros'] = accounts[0]!.available_micros;
  replies.statements[0]!.creditedMicros += more;
  for (const [index, { before, after }] of loggedActs.entries()) {
    if (index > 0) Object.assign(before!, { availableMicros: Number(before!['availableMicros']) + more });
    Object.assign(after!, { availableMicros: Number(after!['availableMicros']) + more });
  }
  for (const line of acts) if (line.availableMicros !== undefined) line.availableMicros += more;
  showRows(evidence);
}

/** Books the refused refund. */
function bookTheRefused(evidence: Mutable<Evidence>): void {
  const { transfers, accounts, replies } = evidence;
  const last = transfers.at(-1)!;
  transfers.push({ ...last, id: 30, amount_micros: 1, reference: 'refund-act-9' });
  accounts[0]!.available_micros += 1;
  accounts[0]!.funded_micros += 1;
  replies.usage[0]!.data['availableMicros'] = accounts[0]!.available_micros;
  replies.statements[0]!.refundedMicros += 1;
  showRows(evidence);
}

/** Nothing of the last act is booked, though its operator was answered that it is. */
function bookNothing(evidence: Mutable<Evidence>): void {
  const { transfers, accounts, replies, loggedActs } = evidence;
  const { amount_micros: less } = transfers.pop()!;
  loggedActs.pop();
  accounts[0]!.available_micros -= less;
  accounts[0]!.funded_micros -= less;
  replies.usage[0]!.data['availableMicros'] = accounts[0]!.available_micros;
  replies.statements[0]!.refundedMicros -= less;
  showRows(evidence);
}

/** The last act was sent a third time, and two responses say that they booked it. */
function tellTwice({ acts }: Mutable<Evidence>): void {
  const [asked, reply] = [acts.find(({ request }) => request === 6)!, acts.find(({ replyTo }) => replyTo === 6)!];
  reply.replayed = false;
  acts.push({ ...asked, request: 7 }, { ...reply, replyTo: 7 });
}

const transferOf = (change: (transfer: Mutable<Evidence>['transfers'][number]) => unknown): Change =>
  given(({ transfers }) => change(transfers.at(-1)!));
const entryOf = (change: (entry: Mutable<Evidence>['loggedActs'][number]) => unknown): Change =>
  given(({ loggedActs }) => change(loggedActs.at(-1)!));
const statementOf = (change: (statement: Mutable<Evidence>['replies']['statements'][number]) => unknown): Change =>
  given(({ replies }) => change(replies.statements[0]!));

export const ACT_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I1', 'a refund that leaves the wrong balance', transferOf((transfer) => (transfer.debit = 'held'))],
  ['I1', 'a settlement out of the available balance', ({ transfers }) => (transfers[3]!.debit = 'available')],
  ['I1', 'a refund that is booked as another', transferOf((transfer) => (transfer.refunds = 'exe_2'))],
  [
    'I1',
    'a refund that is booked as a credit',
    transferOf((transfer) => Object.assign(transfer, { kind: 'credit', refunds: null })),
  ],
  [
    'I1',
    'a refund under a reference that nobody gave',
    transferOf((transfer) => (transfer.reference = 'refund-act-7')),
  ],
  ['I1', 'a refund without a reference', transferOf((transfer) => (transfer.reference = null))],
  ['I1', 'a refund before anybody asked for it', transferOf((transfer) => (transfer.created_at = EARLY))],
  ['I1', 'another credit than the operator gave, in order everywhere', given(giveAnother)],
  ['I1', 'a refund that was refused, and is booked', given(bookTheRefused)],
  ['I1', 'a refund that was answered, and is not booked', given(bookNothing)],
  ['I1', 'a refund for which two responses say that they booked it', given(tellTwice)],
  [
    'I1',
    'a balance that a response tells wrongly',
    given(({ acts }) => (acts.find(({ replyTo }) => replyTo === 6)!.availableMicros! += 1)),
  ],
  ['I1', 'an act that is not in the log of acts', given(({ loggedActs }) => loggedActs.pop())],
  [
    'I1',
    'an act that is in the log of acts twice',
    given(({ loggedActs }) => loggedActs.push({ ...loggedActs.at(-1)! })),
  ],
  [
    'I1',
    'an act in the log that nobody did',
    entryOf((entry) => (entry.after = { ...entry.after, reference: 'refund-act-8' })),
  ],
  ['I1', 'an act that is logged as of another operator', entryOf((entry) => (entry.actor = 'operator-2'))],
  ['I1', 'an act that is logged as of the system', entryOf((entry) => (entry.actor_kind = 'system'))],
  ['I1', 'an act that is logged with another target', entryOf((entry) => (entry.target = 'exe_2'))],
  [
    'I1',
    'an act that is logged with another amount',
    entryOf((entry) => (entry.after = { ...entry.after, amountMicros: 99 })),
  ],
  ['I1', 'an act that is logged with another reason', entryOf((entry) => (entry.reason = 'no reason'))],
  ['I1', 'an act that is logged in the chain of others', entryOf((entry) => (entry.chain = 'org_2'))],
  ['I1', 'an act that is logged at another time', entryOf((entry) => (entry.at = EARLY))],
  [
    'I1',
    'a statement that leaves out a refund',
    statementOf((said) => ((said.refundedMicros -= 100), (said.openingMicros += 100))),
  ],
  ['I1', 'a statement that is not shown', ({ replies }) => replies.statements.pop()],
  ['I1', 'a statement that does not add up', statementOf((said) => (said.creditedMicros += 1))],
  [
    'I1',
    'a statement with another balance than the account',
    statementOf((said) => ((said.closingMicros += 1), (said.openingMicros += 1))),
  ],
  ['I1', 'a statement of another month', statementOf((said) => (said.month = '2026-10'))],
  ['I1', 'a statement of other charges', statementOf((said) => ((said.chargedMicros -= 1), (said.openingMicros -= 1)))],
  [
    'I3',
    'a review that an operator ended',
    given(({ loggedActs }) => loggedActs.push({ ...reviewEntry, actor_kind: 'operator', actor: 'operator-1' })),
  ],
  [
    'I3',
    'a review of what was never under review',
    ({ loggedActs }) => loggedActs.push({ ...reviewEntry, target: 'exe_1' }),
  ],
  [
    'I3',
    'a review that is logged with another hold',
    ({ loggedActs }) => loggedActs.push({ ...reviewEntry, after: { heldMicros: 401 } }),
  ],
  [
    'I3',
    'an act on a file that nobody did',
    ({ loggedActs }) => loggedActs.push({ ...reviewEntry, act: 'file.delete' }),
  ],
];
const reviewEntry = {
  chain: 'org_1',
  at: EARLY,
  actor_kind: 'system',
  actor: 'keeper',
  act: 'review.begin',
  project: 'proj_1',
  target: 'exe_3',
  before: null,
  after: { heldMicros: 400 },
  reason: null,
  idempotency_key: null,
} as const;
