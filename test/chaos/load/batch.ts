/**
 * A customer's batch of different items: quoted as a whole and item by item, sent twice at once under one key until both responses are
 * definite. Then its key is misused: with another maximum, with its items in another order, or by another key of the project. Some are
 * cancelled as a whole. An outdated quote is requested once more.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { activateAnother } from './activate.ts';
import { type Desk, quoteOf } from './customer-client.ts';
import type { Line } from './diary.ts';
import { itemsOf } from './items.ts';
import { parsed } from './words.ts';
import type { Job } from './plan.ts';
import type { ItemAmounts, Quoted } from './quoted.ts';
import type { Reply } from './request.ts';

/** A starved machine has long outages and many prices: a customer goes on until the work is bought. */
const ATTEMPTS_MAX = 600;
const QUOTES_MAX = 10;
const PAUSE_MS = 400;
const SIZES = 4;
const HANGS_UP_AFTER_MS = 20;
/** One in so many batches is cancelled right after it was accepted. */
const CANCELLED_ONE_OF = 3;
const OUTDATED = 'price_version_mismatch';

export async function carryOutBatch(desk: Desk, job: Job): Promise<void> {
  for (let attempt = 0; attempt < QUOTES_MAX; attempt++) {
    const offer = await quotedTogether(desk, job);
    if (offer === null) return;
    if (attempt === 0) await activateAnother(desk, job, offer.quoted.items[0]?.model ?? null);
    const sending = { ...sendingOf(offer), idempotencyKey: `${job.idempotencyKey}-batch-${attempt}` };
    await send(desk, job, { ...sending, hangUpAfterMs: HANGS_UP_AFTER_MS });
    const [reply] = await Promise.all([untilDefinite(desk, job, sending), untilDefinite(desk, job, sending)]);
    const { data, error } = reply?.kind === 'replied' ? parsed(reply.text) : {};
    if (data?.id !== undefined) return await afterwards(desk, job, { id: data.id, sending });
    if (error?.message !== OUTDATED) return;
  }
}

interface Offer {
  readonly body: {
    readonly tool: string;
    readonly items: readonly object[];
    readonly priceVersion: string;
    readonly maximumChargeMicros: number;
  };
  readonly quoted: Quoted & { readonly items: readonly Quoted[] };
}

const sendingOf = ({ body, quoted }: Offer) =>
  ({ act: 'batch', path: '', body, quoted, ceilingMicros: body.maximumChargeMicros }) as const;

/** Two to five items; numbers that are planned for batches end alike. */
const sizeOf = ({ number }: Job): number => 2 + ((number + Math.floor(number / 100)) % SIZES);

/** The quote of the batch, and the client's own quote of each item at the same prices. */
async function quotedTogether(desk: Desk, job: Job): Promise<Offer | null> {
  const { tool } = job.request;
  const asked = { tool, items: itemsOf(job.request, sizeOf(job)) };
  for (let attempt = 0; attempt < QUOTES_MAX; attempt++) {
    const whole = wholeIn(await untilDefinite(desk, job, { act: 'batch-quote', path: '/quote', body: asked }));
    if (whole === null) return null;
    const { priceVersion, minimumChargeMicros, maximumChargeMicros, items: amounts } = whole;
    const requests = asked.items.map((item) => ({ tool, arguments: item.arguments }));
    const offers = await Promise.all(requests.map((request) => quoteOf(desk, { ...job, request })));
    const items = offers.flatMap((offer) => (offer === null ? [] : [offer.quoted]));
    if (items.length < requests.length) return null;
    const terms = { model: null, minimumMicros: minimumChargeMicros, maximumMicros: maximumChargeMicros, lines: [] };
    if (items.every((item) => item.priceVersion === priceVersion))
      return {
        body: { ...asked, priceVersion, maximumChargeMicros },
        quoted: { priceVersion, ...terms, items, amounts },
      };
  }
  return null;
}

interface Accepted {
  readonly id: string;
  readonly sending: ReturnType<typeof sendingOf> & { readonly idempotencyKey: string };
}

async function afterwards(desk: Desk, job: Job, { id, sending }: Accepted): Promise<void> {
  const { body, idempotencyKey } = sending;
  const more = { ...body, maximumChargeMicros: body.maximumChargeMicros + 1 };
  const reversed = { ...body, items: body.items.toReversed() };
  const isOther = JSON.stringify(reversed) !== JSON.stringify(body);
  const misuses = [{ body: more }, { body: isOther ? reversed : more }, { body, lineage: 1 - job.lineage }] as const;
  const misuse = misuses[Math.floor(job.number / 2) % misuses.length];
  await untilDefinite(desk, job, { act: 'batch-mismatch', path: '', idempotencyKey, body: more, ...misuse });
  if (job.number % CANCELLED_ONE_OF === 0)
    await untilDefinite(desk, job, { act: 'batch-cancel', path: `/${id}/cancel`, body: {}, batchId: id });
}

interface Sending extends Pick<Line, 'idempotencyKey' | 'quoted' | 'ceilingMicros' | 'batchId'> {
  readonly act: 'batch' | 'batch-cancel' | 'batch-mismatch' | 'batch-quote';
  /** Path below that of batches. */
  readonly path: string;
  readonly body: object;
  readonly hangUpAfterMs?: number;
  /** Default: the key of the job. */
  readonly lineage?: number;
}

/** Null if no response was definite. */
async function untilDefinite(desk: Desk, job: Job, sending: Sending): Promise<Reply | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const reply = await send(desk, job, sending);
    if (reply.kind === 'replied' && reply.status < 500 && !isToWait(reply)) return reply;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  return null;
}

const isToWait = (reply: Extract<Reply, { kind: 'replied' }>): boolean =>
  reply.status === 429 && parsed(reply.text).error?.message === 'rate_limit_exceeded';

function send(
  { diary, gateway }: Desk,
  { customer: { projectId, tokens }, ...job }: Job,
  { act, path, body, idempotencyKey, hangUpAfterMs, lineage = job.lineage, ...line }: Sending,
): Promise<Reply> {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  return diary.ask(
    { act, projectId, lineage, ...key, ...line },
    {
      method: 'POST',
      url: `${gateway()}/tools/batches${path}`,
      token: tokens[lineage] as string,
      body: JSON.stringify(body),
      ...key,
      ...(hangUpAfterMs === undefined ? {} : { hangUpAfterMs }),
    },
  );
}

interface Whole {
  readonly priceVersion: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly items: readonly ItemAmounts[];
}

const wholeIn = (reply: Reply | null): Whole | null =>
  reply?.kind === 'replied' && reply.status === 200 ? (JSON.parse(reply.text) as { data: Whole }).data : null;
