/** The steps of a client for one execution: quote, send until the response is definite, cancel, read, misuse the key. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Act, Diary } from './diary.ts';
import { parsed } from './words.ts';
import type { Job } from './plan.ts';
import { type Offer, offerOf } from './quoted.ts';
import type { Reply } from './request.ts';

export interface Desk {
  readonly diary: Diary;
  /** Returns the next gateway, in turn. */
  readonly gateway: () => string;
  /** After this no request is sent again. */
  readonly signal: AbortSignal;
}

/** A definite outcome: the paid request was accepted, or was refused for good. */
export type Outcome = { readonly id: string } | { readonly refused: string } | 'unknown';

const RESENDS_MAX = 300;
const RESEND_PAUSE_MS = 400;

export interface Sending {
  readonly job: Job;
  readonly offer: Offer;
  readonly act?: Act;
  readonly lineage?: number;
  readonly hangUpAfterMs?: number;
}

export function send(desk: Desk, { job, offer, act = 'execute', lineage = job.lineage, hangUpAfterMs }: Sending) {
  const { customer, idempotencyKey, request } = job;
  const waiting = waitingOf(job);
  const { body, ...agreed } = offer;
  return desk.diary.ask(
    { act, projectId: customer.projectId, lineage, idempotencyKey, ...agreed, ...waiting },
    {
      method: 'POST',
      url: `${desk.gateway()}/tools/${request.tool}`,
      token: customer.tokens[lineage] as string,
      body,
      idempotencyKey,
      ...waiting,
      ...(hangUpAfterMs === undefined ? {} : { hangUpAfterMs }),
    },
  );
}

const waitingOf = ({ waitSeconds }: Job): { readonly waitSeconds?: number } =>
  waitSeconds === null ? {} : { waitSeconds };

/** Sends the same body with the same key repeatedly, as the specification requires of a client that does not know the outcome. */
export async function sendUntilDefinite(desk: Desk, sending: Sending): Promise<Outcome> {
  for (let attempt = 0; attempt < RESENDS_MAX && !desk.signal.aborted; attempt++) {
    const outcome = definite(await send(desk, sending));
    if (outcome !== null) return outcome;
    await pause(RESEND_PAUSE_MS, undefined, { ref: false });
  }
  return 'unknown';
}

function definite(reply: Reply): Outcome | null {
  if (reply.kind === 'lost') return null;
  const { data, error } = parsed(reply.text);
  if (data?.id !== undefined) return { id: data.id };
  if (reply.status >= 500 || error === undefined || error.message === 'rate_limit_exceeded') return null;
  return { refused: error.message };
}

export const read = (desk: Desk, job: Job, id: string): Promise<Reply> => visit(desk, job, { act: 'read', id });
export const cancel = (desk: Desk, job: Job, id: string): Promise<Reply> => visit(desk, job, { act: 'cancel', id });

function visit(
  { diary, gateway }: Desk,
  job: Job,
  { act, id }: { act: 'read' | 'cancel'; id: string },
): Promise<Reply> {
  const { customer, lineage } = job;
  const waiting = act === 'read' ? waitingOf(job) : {};
  return diary.ask(
    { act, projectId: customer.projectId, lineage, executionId: id, ...waiting },
    {
      method: act === 'read' ? 'GET' : 'POST',
      url: `${gateway()}/tools/executions/${id}${act === 'read' ? '' : '/cancel'}`,
      token: customer.tokens[lineage] as string,
      ...waiting,
    },
  );
}

/** Requests the quote until there is a response. Null: the client gave up. */
export async function quoteOf(desk: Desk, { customer, lineage, request }: Job): Promise<Offer | null> {
  const body = JSON.stringify(request);
  for (let attempt = 0; attempt < RESENDS_MAX && !desk.signal.aborted; attempt++) {
    const reply = await desk.diary.ask(
      { act: 'quote', projectId: customer.projectId, lineage },
      { method: 'POST', url: `${desk.gateway()}/tools/quote`, token: customer.tokens[lineage] as string, body },
    );
    if (reply.kind === 'replied' && reply.status === 200) return offerOf(request, reply.text);
    if (reply.kind === 'replied' && reply.status < 500 && reply.status !== 429)
      throw new Error(`the quote of ${body} was refused: ${reply.text}`);
    await pause(RESEND_PAUSE_MS, undefined, { ref: false });
  }
  return null;
}

/** Requests a quote once for equal requests of a run, until it is forgotten. */
export function createQuoter(desk: Desk) {
  const known = new Map<string, Promise<Offer | null>>();

  const nameOf = (job: Job): string => `${job.customer.projectId} ${JSON.stringify(job.request)}`;
  return {
    of(job: Job): Promise<Offer | null> {
      const made = known.get(nameOf(job)) ?? quoteOf(desk, job);
      known.set(nameOf(job), made);
      return made;
    },
    forget: (job: Job): void => void known.delete(nameOf(job)),
  };
}
