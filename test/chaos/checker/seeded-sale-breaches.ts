/**
 * Breaches of the terms of a sale: other inputs, units or amounts than the client asked for and was quoted, and responses that say something
 * else. Only tests of the checks use them.
 */
import type { Evidence } from './evidence.ts';
import { showAgain } from './reordered.ts';
import { byAnAgent } from './seeded-agent-breaches.ts';
import type { Change, Mutable } from './mutable.ts';
import { charge } from './seeded-breaches.ts';
import { TABLE } from './seeded-price-breaches.ts';
import { showRows } from './sound-beside.ts';
import { AT, QUOTED } from './sound-orders.ts';

type Found = Mutable<Evidence>;

export const otherInput: Change = ({ executions }) =>
  (executions[0]!.plan[0]!.parameters['prompt'] = '#sim:ok a harbour');
export const otherUnit: Change = ({ executions }) => (executions[1]!.plan[0]!.price.unit = 'second');

/** The same sum is spread in another way. */
export const unevenly: Change = ({ executions: [one, other], shown }) => {
  one!.minimum_micros += 1;
  other!.minimum_micros -= 1;
  for (const each of shown) Object.assign(each.data, { minimumChargeMicros: one!.minimum_micros });
};

export const exchanged: Change = ({ executions: [one, other] }) =>
  ([one!.plan, other!.plan] = [other!.plan, one!.plan]);

const sayOf =
  (via: string, fact: string, value: unknown): Change =>
  ({ shown }) =>
    Object.assign(shown.find((each) => each.via === via)!.data, { [fact]: value });

const tell =
  (fact: string, value: unknown): Change =>
  ({ client, shown }) => {
    const { steps: _, billing: _billing, ...data } = shown[0]!.data;
    client[9]!.data = { ...data, [fact]: value };
  };

/** A response with steps and bill. */
const tellAll =
  (facts: object): Change =>
  ({ client, shown }) => {
    client[9]!.data = { ...shown[1]!.data, ...facts };
  };

/** The third execution was requested with the second key, and the key of the others is kept. */
const quote =
  (change: Partial<typeof QUOTED>): Change =>
  ({ client }) =>
    Object.assign(client[6]!.quoted!, change);

const line = (...parts: (typeof QUOTED.lines)[number]) => ({ lines: [parts] });

export const SALE_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I12', 'a charge of an agent above its quote', byAnAgent((evidence) => charge(evidence, 301))],
  ['I12', 'a charge of an agent below its quote', byAnAgent((evidence) => charge(evidence, 299))],
  [
    'I12',
    'a charge that an agent was told differently',
    byAnAgent(({ client }) => Object.assign(client.at(-1)!.data!, { chargedMicros: 299 })),
  ],
  [
    'I12',
    'another tool for an agent',
    byAnAgent((found) => ((found.executions[0]!.tool = 'image-stylize'), showAgain(found), tellTool(found))),
  ],
  [
    'I12',
    'an agent quoted another minimum than its customer',
    byAnAgent(({ client }) =>
      Object.assign(client.find(({ replyTo }) => replyTo === 39)!.data!, { minimumChargeMicros: 99 }),
    ),
  ],
  ['I12', 'another input for an agent', byAnAgent(otherInput)],
  [
    'I12',
    'an agent sold at another unit price',
    byAnAgent(({ executions }) => (executions[0]!.plan[0]!.price.unitsMax = 5)),
  ],
  [
    'I5',
    'a purchase of an agent kept with another body',
    byAnAgent(({ executions }) => (executions[0]!.body_sha256 = '\\x00')),
  ],
  ['I12', 'another input than the client asked for', otherInput],
  [
    'I12',
    'another file than the client named',
    ({ executions }) => (executions[0]!.plan[0]!.inputs = { source: { fileId: 'file_9' } }),
  ],
  [
    'I12',
    'another input sent to the provider',
    ({ costs }) => (costs[0]!.work = { ...costs[0]!.work, seed: 'another' }),
  ],
  [
    'I12',
    'another size ordered from the provider',
    ({ costs }) => (costs[0]!.work = { ...costs[0]!.work, width: 256 }),
  ],
  ['I12', 'another tool', (found) => ((found.executions[0]!.tool = 'image-stylize'), showAgain(found))],
  ['I12', 'another model', ({ executions }) => (executions[1]!.model = 'high')],
  ['I12', 'another unit', otherUnit],
  ['I12', 'a bill in another unit', (found) => ((found.executions[0]!.billing![0]!.unit = 'second'), showAgain(found))],
  ['I12', 'a bill of other units', (found) => ((found.executions[0]!.billing![0]!.quantity = 4), showAgain(found))],
  ['I5', 'an execution kept with another body', ({ executions }) => (executions[0]!.body_sha256 = '\\x00')],
  ['I5', 'a replay of another body', ({ client }) => (client[2]!.bodySha256 = 'another')],
  ['I5', 'an execution accepted before it was requested', acceptEarly],
  ['I12', 'a quote that is not price × units', quote(line('image', 100, 4, 399))],
  ['I12', 'a quote whose maximum is not its lines', quote({ maximumMicros: 399 })],
  ['I12', 'a quote at another price than the catalog', quote(line('image', 99, 4, 396))],
  ['I12', 'a quote in another unit than the catalog', quote(line('second', 100, 4, 400))],
  ['I12', 'a quote with a line too many', quote({ lines: [...QUOTED.lines, ['image', 0, 1, 0]] })],
  ['I12', 'a poll with another price version', sayOf('poll', 'priceVersion', TABLE)],
  ['I12', 'a list with another charge', sayOf('list', 'chargedMicros', 299)],
  ['I12', 'a list with another model', sayOf('list', 'model', null)],
  ['I12', 'a read with another bill', sayOf('read', 'billing', [])],
  ['I12', 'a read with another tool', sayOf('read', 'tool', 'rehearsal')],
  [
    'I12',
    'a step that is shown with another charge',
    sayOf('read', 'steps', [{ engine: 'provider', chargedMicros: 299 }]),
  ],
  ['I12', 'an end that is shown at another time', sayOf('poll', 'finishedAt', AT)],
  ['I12', 'two forms of one execution', ({ shown }) => (shown[2]!.sha256 = 'abd')],
  ['I12', 'a response with another maximum', tell('maximumChargeMicros', 401)],
  ['I12', 'a response with another charge', tell('chargedMicros', 301)],
  ['I12', 'a response with another reason', tell('statusReason', 'source_not_readable')],
  ['I12', 'a response with another end', tell('finishedAt', AT)],
  ['I12', 'a response with another bill', tellAll({ billing: [] })],
  ['I12', 'a response with other steps', tellAll({ steps: [] })],
  [
    'I12',
    'a step sold as another tool',
    ({ executions }) => (executions[0]!.plan[0]!.price.sold = { tool: 'image-stylize', model: null }),
  ],
  [
    'I12',
    'another model of the provider',
    ({ costs, recordedCosts }) => [costs[0]!, recordedCosts[0]!].map((each) => (each.model = 'sim-image-high')),
  ],
];

/** Everything that is written with the accept has the same time. */
function acceptEarly(evidence: Found): void {
  const created_at = '2026-11-21T07:59:58.000Z';
  const { executions, transfers, history } = evidence;
  executions[2]!.created_at = created_at;
  for (const each of transfers)
    if (each.execution_id === 'exe_3' && each.kind === 'reserve') each.created_at = created_at;
  for (const each of history)
    if (each.execution_id === 'exe_3' && each.old_status === null && each.kind === 'execution')
      Object.assign(each, { at: created_at, began: created_at });
  showRows(evidence);
}

function tellTool({ client }: Found): void {
  for (const { data } of client)
    if (data?.['executionId'] !== undefined) Object.assign(data, { tool: 'image-stylize' });
}
