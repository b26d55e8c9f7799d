/** A customer's batch: quoted, sent twice at once under one key until both responses are definite, and sometimes cancelled as a whole. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from './customer-client.ts';
import type { Line } from './diary.ts';
import { parsed } from './words.ts';
import type { Job } from './plan.ts';
import type { Reply } from './request.ts';

const ATTEMPTS_MAX = 60;
const PAUSE_MS = 400;
const SIZE_MAX = 6;
const HANGS_UP_AFTER_MS = 20;
/** One in so many batches is cancelled right after it was accepted. */
const CANCELLED_ONE_OF = 3;

export async function carryOutBatch(desk: Desk, job: Job): Promise<void> {
  const { tool, arguments: input } = job.request;
  const asked = { tool, items: Array.from({ length: 2 + (job.number % SIZE_MAX) }, () => ({ arguments: input })) };
  const quote = quoteOf(await untilDefinite(desk, job, { act: 'batch-quote', path: '/quote', body: asked }));
  if (quote === null) return;
  const body = { ...asked, ...quote };
  const { maximumChargeMicros: ceilingMicros } = quote;
  const sending = {
    act: 'batch',
    path: '',
    body,
    idempotencyKey: `${job.idempotencyKey}-batch`,
    ceilingMicros,
  } as const;
  await send(desk, job, { ...sending, hangUpAfterMs: HANGS_UP_AFTER_MS });
  const [reply] = await Promise.all([untilDefinite(desk, job, sending), untilDefinite(desk, job, sending)]);
  const id = reply?.kind === 'replied' ? parsed(reply.text).data?.id : undefined;
  if (id !== undefined && job.number % CANCELLED_ONE_OF === 0)
    await untilDefinite(desk, job, { act: 'batch-cancel', path: `/${id}/cancel`, body: {}, batchId: id });
}

interface Sending extends Pick<Line, 'idempotencyKey' | 'ceilingMicros' | 'batchId'> {
  readonly act: 'batch' | 'batch-cancel' | 'batch-quote';
  /** Path below that of batches. */
  readonly path: string;
  readonly body: object;
  readonly hangUpAfterMs?: number;
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
  { customer: { projectId, tokens }, lineage }: Job,
  { act, path, body, idempotencyKey, hangUpAfterMs, ceilingMicros, batchId }: Sending,
): Promise<Reply> {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const agreed = ceilingMicros === undefined ? {} : { ceilingMicros };
  return diary.ask(
    { act, projectId, lineage, ...key, ...agreed, ...(batchId === undefined ? {} : { batchId }) },
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

interface Agreed {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

function quoteOf(reply: Reply | null): Agreed | null {
  if (reply?.kind !== 'replied' || reply.status !== 200) return null;
  const { priceVersion, maximumChargeMicros } = (JSON.parse(reply.text) as { data: Agreed }).data;
  return { priceVersion, maximumChargeMicros };
}
