/**
 * Sends signed requests to a runner, and believes only signed responses. Its secrets stay in this module. A request without
 * a secret, or to an address that is not allowed, is never sent.
 */
import type { Clock } from '@farebox/kernel';
import { RUNNER_LIMITS, runUrl, signRun, verifyRun } from '@farebox/runner-protocol';
import { guardRunner, type RunnerEgress } from '@farebox/tools/runners';
import { Unusable, usable } from '../../egress/unusable.ts';
import { exchange, type HttpResponse } from '../../http/exchange.ts';
import { ResponseError } from '../../http/json.ts';

export interface RunnerAddress {
  /** As the manifest has it. */
  readonly url: string;
  /** Read at each use; null if there are none. */
  readonly secrets: () => readonly string[] | null;
  readonly egress: RunnerEgress;
  readonly clock: Clock;
}

export interface RunnerRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly token: string;
  /** `/cancel`, or nothing. */
  readonly path?: string;
  /** Empty for a look-up. */
  readonly body: string;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

/** The body of a signed response. Rejects with Unusable, TransportError or ResponseError. */
export type RunnerApi = (request: RunnerRequest) => Promise<string>;

export const createRunnerApi =
  (address: RunnerAddress): RunnerApi =>
  async ({ token, path = '', body, method, ...bounds }) => {
    const secrets = address.secrets();
    if (secrets === null) throw new Unusable('the secret of the runner is missing or malformed');
    const { url, lookup } = usable(() => guardRunner(`${runUrl(address.url, token)}${path}`, address.egress));
    const response = await exchange({
      ...bounds,
      method,
      url,
      lookup,
      bytesMax: RUNNER_LIMITS.responseBytes,
      headers: { ...headersOf(body), ...signRun({ secrets, token, nowSeconds: secondsOf(address.clock), body }) },
      ...(body === '' ? {} : { body }),
    });
    return believed(response, { secrets, token, nowSeconds: secondsOf(address.clock) });
  };

const headersOf = (body: string): Readonly<Record<string, string>> => ({
  'user-agent': 'farebox',
  ...(body === '' ? {} : { 'content-type': 'application/json' }),
});

const secondsOf = (clock: Clock): number => clock.now().getTime() / 1000;

/** A page of a proxy, a redirect, or the response of another run says nothing about this run. */
function believed(
  { status, headers, body }: HttpResponse,
  by: { readonly secrets: readonly string[]; readonly token: string; readonly nowSeconds: number },
): string {
  if (status >= 300 && status < 400) throw new ResponseError('a redirect');
  const verified = verifyRun({ ...by, body, header: (name) => headers[name] });
  if (!verified.ok) throw new ResponseError(`status ${status}, not signed by this runner: ${verified.problem}`);
  return body.toString('utf8');
}
