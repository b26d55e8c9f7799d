/** Untrue errors, quotes that nobody bought, activations and responses that say something else. Only tests of the checks use them. */
import type { Evidence, Said } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { ofABatch } from './seeded-batch-breaches.ts';
import { AT, VERSION } from './sound-orders.ts';

type Found = Mutable<Evidence>;

/** A request of its own, which is answered with an error. */
const denied =
  (message: string, change: Change = () => {}): Change =>
  (evidence) => {
    const [asked] = evidence.client;
    const own = { ...structuredClone(asked!), request: 70, idempotencyKey: 'key-of-nothing' };
    evidence.client.push(own, { at: AT, replyTo: 70, status: 429, message });
    change(evidence);
  };

/** No more than a part of the payment was ever held, and the caps allow it. */
function haveMuch({ run, accounts, keyCaps, organizations, replies }: Found): void {
  Object.assign(run.customers[0]!, { capMicros: null, keyCapMicros: null, organizationCapMicros: null });
  accounts[0]!.monthly_cap_micros = organizations[0]!.monthly_cap_micros = null;
  keyCaps.splice(0);
  replies.usage[0]!.data['monthlyCapMicros'] = null;
}

const say =
  (request: number, asked: Partial<Said>, data: object): Change =>
  ({ client }) => {
    client.push({ ...(structuredClone(asked) as Mutable<Said>), at: AT, projectId: 'proj_1', lineage: 0, request });
    client.push({ at: AT, replyTo: request, status: 200, data: data as Mutable<NonNullable<Said['data']>> });
  };

const sent = { tool: 'image-generate', arguments: { prompt: '#sim:ok a lighthouse', size: '512x512' } };
const amounts = { minimumChargeMicros: 100, maximumChargeMicros: 400 };
const breakdown = [{ unit: 'image', unitPriceMicros: 100, quantity: 4, amountMicros: 400 }];

const quoted = (change: Change): Change => {
  const own = say(71, { act: 'quote', sent }, { priceVersion: VERSION, model: 'standard', ...amounts, breakdown });
  return (evidence) => (own(evidence), change(evidence));
};

const quoteIdOf = (maximum: number): string => `quo_${VERSION}_${maximum}_0123456789abcdef01234567_0123456789abcdef`;

const byVersion = (version: number): object => ({ name: 'chaos', version, activeVersion: version });
const activates = (request: number, version: number, answer: object): Change =>
  say(request, { act: 'activate', sent: { version } }, answer);

/** A template costs as much as its step. */
const quotedByName = say(
  73,
  { act: 'quote', sent: { tool: '@chaos', arguments: { prompt: '#sim:ok' } } },
  { priceVersion: `${VERSION}.1`, model: '1', ...amounts, breakdown },
);

const firstOf =
  (request: number): Change =>
  ({ client }) => {
    for (const line of client) if (line.replyTo === request) Object.assign(line, { status: 202, replayed: false });
  };

const told =
  (facts: object): Change =>
  ({ client }) =>
    Object.assign(client.at(-1)!.data!, facts);

const NONE = { queued: 0, running: 0, needsReview: 0, succeeded: 0, failed: 0, cancelled: 0 };

export const ERROR_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I12', 'a request called outdated at prices that were in force', denied('price_version_mismatch')],
  ['I12', 'a request turned away for a ceiling that is its quote', denied('maximum_charge_too_low')],
  ['I12', 'a request turned away for a balance that suffices', denied('insufficient_balance')],
  ['I12', 'a request turned away for a cap that nobody set', denied('monthly_cap_reached', haveMuch)],
  [
    'I12',
    'an agent quoted half of what its customer was quoted',
    quoted(say(72, { act: 'agent-quote', sent }, { ...amounts, maximumChargeMicros: 200, quoteId: quoteIdOf(200) })),
  ],
  [
    'I12',
    'an agent quoted another maximum than the id of its quote names',
    say(72, { act: 'agent-quote', sent }, { ...amounts, quoteId: quoteIdOf(401) }),
  ],
  [
    'I12',
    'items of a batch quoted unevenly',
    quoted(
      say(
        72,
        { act: 'batch-quote', sent: { tool: sent.tool, items: [sent, sent] } },
        {
          priceVersion: VERSION,
          minimumChargeMicros: 200,
          maximumChargeMicros: 800,
          items: [
            { ...amounts, maximumChargeMicros: 395 },
            { ...amounts, maximumChargeMicros: 405 },
          ],
        },
      ),
    ),
  ],
  ['I12', 'an activation that is answered with another version', activates(72, 2, byVersion(1))],
  [
    'I12',
    'an activation that changes nothing',
    (evidence) => (activates(72, 2, byVersion(2))(evidence), quotedByName(evidence)),
  ],
  [
    'I5',
    'two responses that say that it was accepted now',
    (found) => (firstOf(1)(found), firstOf(2)(found), open(found)),
  ],
  ['I5', 'a new batch that is answered as one that has ended', ofABatch(({ client }) => (client.at(-1)!.status = 200))],
  [
    'I5',
    'a misused key that is told another reason',
    ofABatch(({ client }) => (client.find(({ replyTo }) => replyTo === 29)!.message = 'execution_already_finished')),
  ],
  ['I5', 'a batch told as ended before its executions', ofABatch(told({ counts: { ...NONE, succeeded: 2 } }))],
  ['I5', 'a batch told with a sum that nobody was charged', ofABatch(told({ chargedMicros: 1 }))],
  ['I5', 'a batch told with an end that it does not have', ofABatch(told({ finishedAt: AT }))],
  ['I5', 'a batch listed twice', ofABatch(({ batchStates }) => batchStates.push(structuredClone(batchStates[0]!)))],
  ['I5', 'a batch listed for another project', ofABatch(({ batchStates }) => (batchStates[0]!.projectId = 'proj_2'))],
  ['I5', 'a batch read with other counts', ofABatch(({ replies }) => (replies.batches[0]!.counts = { succeeded: 2 }))],
  ['I5', 'a batch read with another charge', ofABatch(({ replies }) => (replies.batches[0]!.chargedMicros += 5))],
];

/** A response that says that it was accepted now waited for no end. */
function open({ client }: Found): void {
  for (const line of client)
    if (line.replyTo === 2) Object.assign(line, { at: AT, executionStatus: 'queued', chargedMicros: null });
}
