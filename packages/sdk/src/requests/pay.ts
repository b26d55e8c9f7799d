/**
 * Carries a paid request to its one execution or batch. The request is stored before it is sent, sent again under its key while the outcome is
 * unknown, and removed only if a refusal proves that nothing was accepted.
 */
import type { Api } from '../http/api.ts';
import { FareboxError } from '../errors.ts';
import { isAmount } from '../money.ts';
import type { BatchQuote, Quote } from '../types.ts';
import { argumentsText } from './arguments.ts';
import { keyOf, newName, requireName } from './idempotency-key.ts';
import { KINDS, type ListOf, type MadeOf, type PaidKind, kindOf } from './kinds.ts';
import type { PaidRequest, RequestStore } from './store.ts';

export interface Asked {
  readonly kind: PaidKind;
  readonly tool: string;
  /** The arguments; a list of arguments for a batch. */
  readonly arguments: object;
  /** In micros. */
  readonly ceiling: number;
  readonly name: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The options of a caller without types who passes none: refused with the advice to pass a ceiling. */
export const NO_CEILING = { ceiling: Number.NaN } as const;

export interface Accepted<R extends PaidRequest = PaidRequest> {
  readonly request: R;
  readonly made: MadeOf<R>;
}

interface Sending {
  readonly api: Api;
  readonly store: RequestStore;
  readonly ceiling: number;
  readonly signal: AbortSignal | undefined;
  /** Whether an earlier attempt under the same key may have been accepted without a response. */
  isDoubtful: boolean;
}

/** The most quotes for one request, in case prices change while it is sent. */
const QUOTES_MAX = 5;

/** Errors of an outdated quote: a new quote is requested, which must also be within the ceiling. */
const STALE = new Set<string>(['price_version_mismatch', 'maximum_charge_too_low']);
const NOBODY_KNOWS = new Set<string>([
  'network_failed',
  'internal_error',
  'service_unavailable',
  'unexpected_response',
]);

/** @typeParam R the kind of the request. */
export async function pay<R extends PaidRequest>(
  asked: Asked,
  { api, store }: { readonly api: Api; readonly store: RequestStore },
): Promise<Accepted<R>> {
  const { kind, tool, signal, name = newName() } = asked;
  const { ceiling } = asked;
  requireName(name);
  requireCeiling(ceiling, name);
  const wanted = argumentsText(kind, asked.arguments, name);
  const key = keyOf(name);
  const createdAt = new Date().toISOString();
  const common = { kind, name, idempotencyKey: key, tool, arguments: wanted, body: null, createdAt };
  const blank = { ...common, [KINDS[kind].id]: null } as unknown as R;
  const request = await store.add(blank);
  if ((request.kind ?? 'execution') !== kind || request.tool !== tool || request.arguments !== wanted)
    throw new FareboxError('request_changed', { request: name });
  return carry(request as R, { api, store, ceiling, signal, isDoubtful: request !== blank });
}

/** Sends a stored request, also one of an earlier process. */
export async function carry<R extends PaidRequest>(stored: R, sending: Sending): Promise<Accepted<R>> {
  requireCeiling(sending.ceiling, stored.name);
  try {
    return await carried(stored, sending);
  } catch (error) {
    const id = stored.kind === 'batch' ? stored.batchId : stored.executionId;
    throw sending.isDoubtful || id !== null ? unlessTold(error, stored.name) : error;
  }
}

/** Nothing in such an error says what became of a request that was sent before: its outcome is unknown, and not only a read has failed. */
export function unlessTold(error: unknown, request: string): unknown {
  if (!(error instanceof FareboxError) || !NOBODY_KNOWS.has(error.code) || error.details['accepted'] === false)
    return error;
  const { http, details, requestId, documentation } = error;
  return new FareboxError('outcome_unknown', { http, details, requestId, documentation, request, cause: error });
}

async function carried<R extends PaidRequest>(stored: R, sending: Sending): Promise<Accepted<R>> {
  const kind = kindOf(stored);
  const id = stored.kind === 'batch' ? stored.batchId : stored.executionId;
  if (id !== null) return { request: stored, made: await read(stored, id, sending) };
  let request = stored;
  if (stored.body !== null && isAbove(stored.body, sending.ceiling)) {
    const made = await bought(stored, sending);
    request = made === null ? { ...stored, body: null, mayBeAccepted: true } : { ...stored, [kind.id]: made.id };
    await sending.store.save(request);
    if (made !== null) return { request, made };
  }
  for (let quotes = 0; quotes < QUOTES_MAX; quotes++) {
    if (request.body === null) request = await quoted(request, sending);
    const made = await sent(request, sending);
    if (made !== null) {
      request = { ...request, [kind.id]: made.id };
      await sending.store.save(request);
      return { request, made };
    }
    // Removes the refused body before the next quote: after a crash between them it must not be sent again.
    request = { ...request, body: null, ...(sending.isDoubtful ? { mayBeAccepted: true } : {}) };
    await sending.store.save(request);
  }
  throw new FareboxError('price_version_mismatch', { request: request.name });
}

/** An earlier call quoted the body within its own ceiling. A body above the ceiling of this call, or without an amount, is not sent. */
function isAbove(body: string, ceiling: number): boolean {
  const { maximumChargeMicros } = JSON.parse(body) as { readonly maximumChargeMicros?: unknown };
  return !isAmount(maximumChargeMicros) || maximumChargeMicros > ceiling;
}

/** A ceiling that is missing or no amount limits nothing: comparing with `undefined` or `NaN` is always false. */
export function requireCeiling(ceiling: unknown, request: string | null = null): void {
  if (isAmount(ceiling)) return;
  throw new FareboxError('invalid_ceiling', { request, details: { ceiling: String(ceiling) } });
}

async function read<R extends PaidRequest>(request: R, id: string, { api, signal }: Sending): Promise<MadeOf<R>> {
  const path = `${kindOf(request).readAt}/${encodeURIComponent(id)}`;
  return (await api.send<MadeOf<R>>({ method: 'GET', path, signal })).data;
}

async function quoted<R extends PaidRequest>(
  request: R,
  { api, store, ceiling, signal, isDoubtful }: Sending,
): Promise<R> {
  const { name, tool } = request;
  const { quoteAt, inputOf } = kindOf(request);
  const body = { tool, ...inputOf(JSON.parse(request.arguments)) };
  const call = { method: 'POST', path: quoteAt, body: JSON.stringify(body), signal } as const;
  const { data: quote } = await api.send<Quote | BatchQuote>(call).catch(async (error: unknown) => {
    if (error instanceof FareboxError && !isDoubtful) await store.remove(name);
    throw error;
  });
  const { priceVersion, maximumChargeMicros } = quote;
  // Refuses also if the quote states no amount: null is less than every ceiling.
  if (!isAmount(maximumChargeMicros) || maximumChargeMicros > ceiling) {
    if (!isDoubtful) await store.remove(name);
    throw new FareboxError('ceiling_exceeded', {
      request: name,
      details: { maximumChargeMicros, ceilingMicros: ceiling },
    });
  }
  const priced = { ...request, body: JSON.stringify({ ...body, priceVersion, maximumChargeMicros }) };
  await store.save(priced);
  return priced;
}

/** The accepted execution or batch; null if the prices of the quote are outdated. */
async function sent<R extends PaidRequest>(request: R, sending: Sending): Promise<MadeOf<R> | null> {
  const { api, signal } = sending;
  const onUnknown = (): void => void (sending.isDoubtful = true);
  const headers = { 'Idempotency-Key': request.idempotencyKey };
  const { tool, body } = request;
  try {
    const call = { method: 'POST', path: kindOf(request).payAt(tool), body: body ?? '', headers } as const;
    const { data: made } = await api.send<MadeOf<R> | null>({ ...call, signal, onUnknown });
    // Something in front of the service answered: without an id, the request could never be found again.
    if (typeof made?.id !== 'string') throw new FareboxError('unexpected_response');
    return made;
  } catch (error) {
    // Aborted by the caller's signal, perhaps after the request was sent: it stays stored.
    if (!(error instanceof FareboxError)) throw error;
    if (STALE.has(error.code)) return null;
    return refused(error, request, sending);
  }
}

async function refused<R extends PaidRequest>(error: FareboxError, request: R, sending: Sending): Promise<MadeOf<R>> {
  const { store, isDoubtful } = sending;
  const { name } = request;
  const unknown = unlessTold(error, name);
  if (unknown !== error) throw unknown;
  if (!isDoubtful) {
    await store.remove(name);
    throw error;
  }
  const made = await bought(request, sending);
  if (made === null) throw error;
  return made;
}

/** The execution or batch that an earlier attempt under the same key has bought; null if there is none. */
async function bought<R extends PaidRequest>(request: R, sending: Sending): Promise<MadeOf<R> | null> {
  const { api, signal } = sending;
  const { readAt, listOf } = kindOf(request);
  const path = `${readAt}?idempotencyKey=${request.idempotencyKey}`;
  const { data } = await api.send<ListOf>({ method: 'GET', path, signal });
  const found = listOf(data)[0];
  return found === undefined || found.tool !== nameOf(request.tool) ? null : read(request, found.id, sending);
}

/** The tool of an execution of `@thumbs:3` is `@thumbs`. */
const nameOf = (tool: string): string => (tool.startsWith('@') ? tool.replace(/:.*/, '') : tool);
