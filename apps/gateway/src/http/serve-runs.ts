/**
 * `/runs/…`: runners of kind pull ask for runs here, and report. The order is that of every route: authenticate, rate limit,
 * then the body. Only the size, the form and the status of a reply are checked here; the worker reads and believes it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, LIMITS, RUN_LIMITS, RUNNER_ROUTES, type RunnerRoute } from '@farebox/contract';
import type { Metrics } from '@farebox/telemetry';
import type { PullRuns } from '@farebox/tools';
import type { Express } from 'express';
import { Type } from 'typebox';
import { compileQueryCheck } from '../endpoint/validation.ts';
import { checkedClaim, checkedReport } from '../runs/run-bodies.ts';
import type { RunClaims } from '../runs/run-claims.ts';
import type { RunnerIdentity, RunnerKeyDirectory } from '../runs/runner-keys.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { bearerToken, reasonOf } from './authentication.ts';
import type { Listener } from './bare-app.ts';
import type { Pipeline } from './bind-route.ts';
import { requireJson } from './content-type.ts';
import { header } from './header.ts';
import { otherMethod } from './not-found.ts';
import { expressPath } from './paths.ts';
import { parseQuery } from './query.ts';
import { count } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { type ResponseContext, responseContext, writeResult } from './response.ts';

const checkNoQuery = compileQueryCheck(Type.Object({}, { additionalProperties: false }));

/** The ports of the doors for runs. */
export interface Runs {
  readonly keys: RunnerKeyDirectory;
  readonly limiter: RateLimiter;
  readonly claims: Pick<RunClaims, 'claim' | 'isClosed'>;
  readonly store: Pick<PullRuns, 'report'>;
  readonly metrics: Pick<Metrics, 'runClaims' | 'runReports'>;
}

export interface ServedRuns extends Pick<Pipeline, 'observe' | 'sendError'> {
  readonly basePath: string;
  readonly runs: Runs;
  readonly absent: Listener;
}

interface Call {
  readonly runner: RunnerIdentity;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: ResponseContext;
}
/** Returns the data, and the milliseconds that the runner asked to wait. */
type Respond = (call: Call) => Promise<{ readonly data: object; readonly waitedMs?: number }>;

export function serveRuns(app: Express, { basePath, runs, absent, ...pipeline }: ServedRuns): void {
  const listen = (route: RunnerRoute, kind: 'claims' | 'reports', respond: Respond): void =>
    void app
      .route(basePath + expressPath(route.path))
      .post(listenerOf({ route, kind, respond }, runs, pipeline))
      .all(otherMethod(['POST'], absent));
  listen(RUNNER_ROUTES.claimRun, 'claims', claiming(runs));
  listen(RUNNER_ROUTES.reportRun, 'reports', reporting(runs));
}

interface Served {
  readonly route: RunnerRoute;
  /** Claims and reports have separate rate limits: a runner that asks too often still keeps its leases. */
  readonly kind: 'claims' | 'reports';
  readonly respond: Respond;
}

function listenerOf(
  { route, kind, respond }: Served,
  { keys, limiter }: Runs,
  { observe: observeRoute, sendError }: Pick<Pipeline, 'observe' | 'sendError'>,
): Listener {
  const observe = observeRoute(route);
  return async (request, response) => {
    const startMs = performance.now();
    let waited = 0;
    const context = responseContext(response, route.path);
    try {
      const runner = await authenticated(keys, request);
      await count(limiter, { lineage: `${runner.keyId}:${kind}`, projectId: `${runner.tool}:${kind}` }, context);
      checkNoQuery(parseQuery(request.url ?? ''));
      const { data, waitedMs = 0 } = await respond({ runner, request, response, context });
      waited = waitedMs;
      writeResult(response, context, { status: 200, data });
    } catch (error) {
      sendError(request, response, { context, error, route: undefined });
    }
    observe(response.statusCode, performance.now() - startMs - waited);
  };
}

/** Every key that is not accepted gets the same response. */
async function authenticated(keys: RunnerKeyDirectory, request: IncomingMessage): Promise<RunnerIdentity> {
  const token = bearerToken(header(request, 'authorization'));
  const runner = token === null ? null : await keys.find(token);
  if (runner === null) throw refusedKey(reasonOf(request, token));
  return runner;
}

const refusedKey = (reason: string): AppError => new AppError('invalid_runner_key', { details: { reason } });

function claiming({ claims, store, metrics: { runClaims } }: Runs): Respond {
  return async ({ runner, request, response }) => {
    const bytes = await readBody(request, LIMITS.jsonBodyBytes);
    if (bytes.length > 0) requireJson(request);
    const { waitSeconds = RUN_LIMITS.claimSeconds } = checkedClaim(bytes);
    const startMs = performance.now();
    const onGone = (listener: () => void): void => void response.once('close', listener);
    const claim = await claims.claim({ runner, waitSeconds, onGone });
    const waitedMs = performance.now() - startMs;
    // A stopping gateway responds before the wait has ended; the next claim goes to another one.
    if (claims.isClosed()) response.shouldKeepAlive = false;
    if (claim.kind === 'revoked') throw refusedKey('key_not_accepted');
    runClaims.inc({ outcome: claim.kind });
    if (claim.kind !== 'claimed') return { data: { run: null }, waitedMs };
    const { token, lease, start } = claim;
    whenLost(response, () => {
      runClaims.inc({ outcome: 'handed_back' });
      // If this fails, the lease lapses, and the run waits that long.
      store.report({ tool: runner.tool, token, lease, ...HAND_BACK }).catch(() => {});
    });
    const run = { token, lease, leaseSeconds: RUN_LIMITS.leaseSeconds, start: JSON.parse(start) as object };
    return { data: { run }, waitedMs };
  };
}

const HAND_BACK = { status: 'handed_back', reply: '{"status":"not_taken"}' } as const;

/** Calls `handBack` if the client has left before the whole response was written. */
function whenLost(response: ServerResponse, handBack: () => void): void {
  if (response.destroyed) handBack();
  else response.once('close', () => void (response.writableFinished || handBack()));
}

function reporting({ store, metrics: { runReports } }: Runs): Respond {
  return async ({ runner: { tool }, request, context }) => {
    const bytes = await readBody(request, RUNNER_ROUTES.reportRun.body.bytesMax);
    requireJson(request);
    const report = checkedReport(bytes);
    const token = tokenIn(request);
    const reported = await store.report({ tool, token, ...report });
    runReports.inc({ status: report.status, outcome: reported.kind });
    if (reported.kind !== 'taken') throw new AppError(reported.kind);
    context.executionId = token.split('.')[0];
    return { data: { cancel: reported.cancel, leaseSeconds: RUN_LIMITS.leaseSeconds } };
  };
}

const TOKEN = new RegExp(`^[A-Za-z0-9._-]{1,${RUN_LIMITS.tokenCharacters}}$`);

/** The token as it was sent: none has a character that is escaped in a URL. */
function tokenIn({ url = '' }: IncomingMessage): string {
  const token = url.split('/').at(-2) ?? '';
  if (!TOKEN.test(token)) throw new AppError('run_not_found');
  return token;
}
