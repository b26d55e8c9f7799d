/** Lets the customers send requests at a steady rate, whatever happens to the system. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { System } from '../system/system.ts';
import { cancel, createQuoter, type Desk, type Outcome, read, send, sendUntilDefinite } from './customer-client.ts';
import type { Customer } from './customers.ts';
import type { Diary } from './diary.ts';
import { parsed } from './words.ts';
import { carryOutBeside } from './beside.ts';
import { KINDS, type Kind, offered } from './kinds.ts';
import { OWN_KINDS } from './own-kinds.ts';
import { steadily } from './pace.ts';
import { factsOf, picture } from './picture.ts';
import { type Job, planJob } from './plan.ts';
import type { Offer } from './quoted.ts';

export interface Load {
  readonly system: System;
  readonly customers: readonly Customer[];
  readonly diary: Diary;
  readonly random: Random;
  readonly executions: number;
  /** Number of the first execution, which names its key; default 0. */
  readonly first?: number;
  /** Executions begun in each second. */
  readonly rate: number;
  readonly kinds?: readonly Kind[];
  /** URL to use instead of the gateways. */
  readonly entry?: string;
  /** Overrides what was drawn, for every client. */
  readonly always?: Partial<Pick<Job, 'misuse' | 'beside' | 'waitSeconds' | 'cancels'>> | undefined;
  /** No client hangs up, cancels or misuses a key. */
  readonly polite?: boolean;
  /** After this no further execution is begun. */
  readonly until?: AbortSignal;
  /** While it is true no execution is begun. */
  readonly isFull?: () => boolean;
  /** After this nothing is sent again. */
  readonly signal: AbortSignal;
}

export interface Tally {
  begun: number;
  refused: number;
  unknown: number;
  /** Accepted executions by id, oldest first. */
  readonly accepted: Map<string, Job>;
}

export const newTally = (): Tally => ({ begun: 0, refused: 0, unknown: 0, accepted: new Map() });

const PICTURES = 3;
const OUTDATED = 'price_version_mismatch';
const UNAVAILABLE = 503;
const UPLOADS_MAX = 60;
const UPLOAD_PAUSE_MS = 500;
const CATALOGS_MAX = 60;

/** Resolves when every request has a definite response, or when the signal ends the sending. */
export async function drive(load: Load, tally: Tally): Promise<void> {
  const { customers, random, executions, first = 0, polite = false } = load;
  const desk = openDesk(load);
  const quote = createQuoter(desk);
  const kinds = offered(await toolsOf(desk, customers[0] as Customer), load.kinds ?? [...KINDS, ...OWN_KINDS]);
  const pictures = await uploadPictures(desk, customers);
  await steadily({ ...load, count: executions }, async (number) => {
    const job = { ...planJob(first + number, { random, customers, kinds, pictures, polite }), ...load.always };
    tally.begun++;
    await carryOut(desk, job, { quote, tally });
  });
}

export function openDesk({ system, diary, entry, signal }: Pick<Load, 'system' | 'diary' | 'entry' | 'signal'>): Desk {
  const urls = entry === undefined ? system.gatewayUrls : [entry];
  let turn = 0;
  return { diary, signal, gateway: () => urls[turn++ % urls.length] as string };
}

interface Shared {
  readonly quote: ReturnType<typeof createQuoter>;
  readonly tally: Tally;
}

async function carryOut(desk: Desk, job: Job, shared: Shared): Promise<void> {
  const offer = await shared.quote.of(job);
  await carryOutBeside(desk, job, offer?.quoted.model ?? null);
  // The client takes the new quote, and pays under a new key.
  if ((await buy(desk, job, shared)) === OUTDATED)
    await buy(desk, { ...job, idempotencyKey: `${job.idempotencyKey}-anew` }, shared);
}

/** Resolves to the reason if the request was refused. */
async function buy(desk: Desk, job: Job, { quote, tally }: Shared): Promise<string | null> {
  const offer = await quote.of(job);
  if (offer === null) {
    tally.unknown++;
    return null;
  }
  if (job.hangUpAfterMs !== null) await send(desk, { job, offer, hangUpAfterMs: job.hangUpAfterMs });
  const copies = Array.from({ length: job.copies }, () => sendUntilDefinite(desk, { job, offer }));
  const outcomes = await Promise.all(copies);
  const accepted = outcomes.find((outcome): outcome is { id: string } => outcome !== 'unknown' && 'id' in outcome);
  if (accepted === undefined) {
    if (outcomes.includes('unknown')) tally.unknown++;
    else tally.refused++;
    quote.forget(job); // prices may have changed
    return outcomes.map(reasonOf).find((reason) => reason !== null) ?? null;
  }
  tally.accepted.set(accepted.id, job);
  await afterwards(desk, job, { offer, id: accepted.id });
  return null;
}

const reasonOf = (outcome: Outcome): string | null =>
  typeof outcome === 'object' && 'refused' in outcome ? outcome.refused : null;

async function afterwards(desk: Desk, job: Job, { offer, id }: { offer: Offer; id: string }): Promise<void> {
  if (job.misuse === 'lineage') await send(desk, { job, offer, act: 'mismatch', lineage: 1 - job.lineage });
  if (job.misuse === 'body') {
    const body = JSON.stringify({ ...(JSON.parse(offer.body) as object), maximumChargeMicros: 999_999_999 });
    await send(desk, { job, offer: { ...offer, body }, act: 'mismatch' });
  }
  if (job.misuse === 'ceiling')
    await send(desk, { job: { ...job, idempotencyKey: `${job.idempotencyKey}-less` }, offer: agreeingToLess(offer) });
  if (job.cancelAfterMs !== null) {
    await pause(job.cancelAfterMs);
    await cancel(desk, job, id);
  }
  for (let poll = 0; poll < job.reads; poll++) {
    await pause(300 * (poll + 1));
    await read(desk, job, id);
  }
}

/** Agrees to one micro less than was quoted: the system must refuse it. */
function agreeingToLess(offer: Offer): Offer {
  const ceilingMicros = offer.ceilingMicros - 1;
  const body = JSON.stringify({ ...(JSON.parse(offer.body) as object), maximumChargeMicros: ceilingMicros });
  return { ...offer, body, ceilingMicros };
}

/** Reads the catalog, with the prices that hold at the beginning. */
export async function toolsOf(desk: Desk, { projectId, tokens }: Customer): Promise<ReadonlySet<string>> {
  for (let attempt = 1; ; attempt++) {
    const asked = { method: 'GET', url: `${desk.gateway()}/tools`, token: tokens[0] as string } as const;
    const reply = await desk.diary.ask({ act: 'catalog', projectId, lineage: 0 }, asked);
    if (reply.kind === 'replied' && reply.status === 200) {
      const { data } = JSON.parse(reply.text) as { data: { tools: { name: string; available: boolean }[] } };
      return new Set(data.tools.filter(({ available }) => available).map(({ name }) => name));
    }
    if (attempt === CATALOGS_MAX || desk.signal.aborted) throw new Error(`no catalog: ${JSON.stringify(reply)}`);
    await pause(UPLOAD_PAUSE_MS);
  }
}

async function uploadPictures(desk: Desk, customers: readonly Customer[]): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (const customer of customers) {
    const { projectId } = customer;
    for (let number = 0; number < PICTURES; number++)
      ids.set(projectId, [...(ids.get(projectId) ?? []), await uploadPicture(desk, customer, number)]);
  }
  return ids;
}

/** Faults strike from the first second on, so a lost or temporarily refused upload is sent again. */
async function uploadPicture(desk: Desk, { projectId, tokens }: Customer, number: number): Promise<string> {
  const bytes = picture(number);
  const body = JSON.stringify({ mimeType: 'image/png', data: bytes.toString('base64') });
  for (let attempt = 1; ; attempt++) {
    const asked = { method: 'POST', url: `${desk.gateway()}/tools/upload`, token: tokens[0] as string, body } as const;
    const reply = await desk.diary.ask({ act: 'upload', projectId, lineage: 0, bytes: factsOf(bytes) }, asked);
    const id = reply.kind === 'replied' ? parsed(reply.text).data?.id : undefined;
    if (id !== undefined) return id;
    const isDefinite = reply.kind === 'replied' && reply.status !== UNAVAILABLE;
    if (isDefinite || attempt === UPLOADS_MAX || desk.signal.aborted)
      throw new Error(`an upload was not taken: ${JSON.stringify(reply)}`);
    await pause(UPLOAD_PAUSE_MS);
  }
}
