/**
 * Sends one POST to a URL of a customer: it connects to the address that it checked, follows no redirect, and does not read
 * the response body.
 */
import { lookup as resolveName } from 'node:dns';
import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { WEBHOOK_LIMITS } from '@farebox/contract';
import { checkedLookup, EgressRefused, publicConnection, type Resolve } from '@farebox/kernel';
import { webhookUrlProblem } from './url.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Returns the status. Rejects without a response, and for a URL with a forbidden address. */
export type Send = (post: Post) => Promise<number>;

const TIMEOUT_MS = WEBHOOK_LIMITS.answerSeconds * 1000;

export const sendTo =
  (resolve: Resolve = resolveName): Send =>
  async ({ url, headers, body, signal }) => {
    const problem = webhookUrlProblem(url);
    if (problem !== null) throw new EgressRefused(`the URL ${problem}`);
    return await statusOf(request(url, { ...optionsOf(headers, signal), ...publicConnection(resolve) }), body);
  };

/**
 * Sends from the machine of a developer, by http or https.
 * @param isAllowed decides about each address that the host has; otherwise the attempt rejects with EgressRefused.
 */
export const sendWhere =
  (isAllowed: (address: string) => boolean, resolve: Resolve = resolveName): Send =>
  async ({ url, headers, body, signal }) => {
    const { protocol, hostname } = new URL(url);
    const name = hostname.replace(/^\[|\]$/g, '');
    // Node connects to a literal address without a look-up.
    if (isIP(name) !== 0 && !isAllowed(name)) throw new EgressRefused('not an allowed address');
    const send = protocol === 'https:' ? request : requestPlain;
    const lookup = checkedLookup(isAllowed, resolve);
    return await statusOf(send(url, { ...optionsOf(headers, signal), lookup }), body);
  };

/** For tests: sends only to a receiver on this machine. */
export const sendToLoopback: Send = async ({ url, headers, body, signal }) =>
  await statusOf(requestPlain(url, { ...optionsOf(headers, signal), host: '127.0.0.1' }), body);

/** Uses a new connection, so that no connection is reused for another address. */
const optionsOf = (headers: Post['headers'], signal: AbortSignal): RequestOptions => ({
  method: 'POST',
  agent: false,
  headers: { 'content-type': 'application/json', 'user-agent': 'farebox-webhooks', ...headers },
  signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
});

async function statusOf(sent: ReturnType<typeof request>, body: string): Promise<number> {
  try {
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [{ readonly statusCode?: number }];
    return response.statusCode ?? 0;
  } finally {
    sent.on('error', () => {}); // errors of the unread response body
    sent.destroy();
  }
}
