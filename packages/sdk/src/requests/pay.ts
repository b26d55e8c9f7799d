/**
 * Carries a paid request to the one execution it may become. Written down before it is sent, sent again under its key whenever nobody knows what
 * came of it, and forgotten only where a refusal proves that nothing was accepted.
 */
import type { Api } from '../http/api.ts';
import { TollgateError } from '../errors.ts';
import type { Execution, ExecutionList, Quote } from '../types.ts';
import { canonical } from './canonical.ts';
import { keyOf, newName } from './idempotency-key.ts';
import type { PaidRequest, RequestStore } from './store.ts';

export interface Asked {
  readonly tool: string;
  readonly arguments: object;
  /** Micros. */
  readonly ceiling: number;
  readonly name: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface Accepted {
  readonly request: PaidRequest;
  readonly execution: Execution;
}

interface Sending {
  readonly api: Api;
  readonly store: RequestStore;
  readonly ceiling: number;
  readonly signal: AbortSignal | undefined;
  /** Something under its key may have been accepted, without an answer that says so. */
  isDoubtful: boolean;
}

/** Prices change while it is sent at most this often. */
const QUOTES_MAX = 5;

/** What says that the quote is old: a new one is fetched, and has to be within the ceiling too. */
const STALE = new Set<string>(['price_version_mismatch', 'maximum_charge_too_low']);
const NOBODY_KNOWS = new Set<string>([
  'network_failed',
  'internal_error',
  'service_unavailable',
  'unexpected_response',
]);

export async function pay(
  asked: Asked,
  { api, store }: { readonly api: Api; readonly store: RequestStore },
): Promise<Accepted> {
  const { tool, ceiling, signal, name = newName() } = asked;
  const wanted = canonical(asked.arguments);
  const key = keyOf(name);
  const createdAt = new Date().toISOString();
  const blank = { name, idempotencyKey: key, tool, arguments: wanted, body: null, executionId: null, createdAt };
  const request = await store.add(blank);
  if (request.tool !== tool || request.arguments !== wanted)
    throw new TollgateError('request_changed', { request: name });
  return carry(request, { api, store, ceiling, signal, isDoubtful: request !== blank });
}

/** Of a request that was stored before, too. */
export async function carry(stored: PaidRequest, sending: Sending): Promise<Accepted> {
  const { api, signal } = sending;
  if (stored.executionId !== null) {
    const { data } = await api.send<Execution>({
      method: 'GET',
      path: `/tools/executions/${stored.executionId}`,
      signal,
    });
    return { request: stored, execution: data };
  }
  let request = stored;
  for (let quotes = 0; quotes < QUOTES_MAX; quotes++) {
    if (request.body === null) request = await quoted(request, sending);
    const execution = await sent(request, sending);
    if (execution !== null) {
      request = { ...request, executionId: execution.id };
      await sending.store.save(request);
      return { request, execution };
    }
    // Stored before the next quote: a crash between them must not send what is known to be refused.
    request = { ...request, body: null };
    await sending.store.save(request);
  }
  throw new TollgateError('price_version_mismatch', { request: request.name });
}

async function quoted(
  request: PaidRequest,
  { api, store, ceiling, signal, isDoubtful }: Sending,
): Promise<PaidRequest> {
  const { name, tool } = request;
  const body = { tool, arguments: JSON.parse(request.arguments) as object };
  const call = { method: 'POST', path: '/tools/quote', body: JSON.stringify(body), signal } as const;
  const { data: quote } = await api.send<Quote>(call).catch(async (error: unknown) => {
    if (error instanceof TollgateError && !isDoubtful) await store.remove(name);
    throw error;
  });
  const { priceVersion, maximumChargeMicros } = quote;
  if (maximumChargeMicros > ceiling) {
    if (!isDoubtful) await store.remove(name);
    throw new TollgateError('ceiling_exceeded', {
      request: name,
      details: { maximumChargeMicros, ceilingMicros: ceiling },
    });
  }
  const priced = { ...request, body: JSON.stringify({ ...body, priceVersion, maximumChargeMicros }) };
  await store.save(priced);
  return priced;
}

/** The execution that was accepted; null: its prices are not those of today any more. */
async function sent(request: PaidRequest, sending: Sending): Promise<Execution | null> {
  const { api, signal } = sending;
  const onUnknown = (): void => void (sending.isDoubtful = true);
  const headers = { 'Idempotency-Key': request.idempotencyKey };
  const { name, tool, body } = request;
  try {
    const call = { method: 'POST', path: `/tools/${encodeURIComponent(tool)}`, body: body ?? '', headers } as const;
    return (await api.send<Execution>({ ...call, signal, onUnknown })).data;
  } catch (error) {
    // Ended by the caller's signal, perhaps on its way: it stays stored.
    if (!(error instanceof TollgateError)) throw error;
    if (STALE.has(error.code)) return null;
    return refused(error, { name, tool, request, sending });
  }
}

interface RefusedSending {
  readonly name: string;
  readonly tool: string;
  readonly request: PaidRequest;
  readonly sending: Sending;
}

async function refused(error: TollgateError, { name, tool, request, sending }: RefusedSending): Promise<Execution> {
  const { api, store, isDoubtful, signal } = sending;
  const { http, details, requestId } = error;
  if (NOBODY_KNOWS.has(error.code) && details['accepted'] !== false)
    throw new TollgateError('outcome_unknown', { http, details, requestId, request: name, cause: error });
  if (!isDoubtful) {
    await store.remove(name);
    throw error;
  }
  const path = `/tools/executions?idempotencyKey=${request.idempotencyKey}`;
  const { data } = await api.send<ExecutionList>({ method: 'GET', path, signal });
  const found = data.executions[0];
  if (found === undefined || found.tool !== nameOf(tool)) throw error;
  return (await api.send<Execution>({ method: 'GET', path: `/tools/executions/${found.id}`, signal })).data;
}

/** What an execution of one version of a template is called: by the template's name. */
const nameOf = (tool: string): string => (tool.startsWith('@') ? tool.replace(/:.*/, '') : tool);
