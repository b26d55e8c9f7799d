/**
 * The entry of a tool of a team, made from its manifest for one step. `tool-<name>` is the live runner; a test project's
 * `simulated-tool-<name>` is the test address or the manifest's own words, and never the live runner.
 */
import { runnerEntry } from '@farebox/catalog';
import type { Manifest } from '@farebox/manifest';
import type { Clock } from '@farebox/kernel';
import type { PullRuns } from '@farebox/tools';
import { createMcpAdapter, type McpRunner } from '../adapters/mcp/adapter.ts';
import { createOpenApiAdapter } from '../adapters/openapi/adapter.ts';
import { createHttpApi } from '../adapters/openapi/http-api.ts';
import type { ApiCall, ApiRunner } from '../adapters/openapi/request.ts';
import { createTableApi } from '../adapters/pull/table-api.ts';
import { createRunnerAdapter } from '../adapters/runner/adapter.ts';
import { createRunnerApi } from '../adapters/runner/runner-api.ts';
import { createSimulatedAdapter } from '../adapters/runner/simulated.ts';
import type { Findings } from '../adapters/runner/replies.ts';
import type { Adapter } from '../adapter.ts';
import { type ApiKeys, guardRunner, ownHostOf, type RunnerEgress, type RunnerSecrets } from '@farebox/tools/runners';
import { LEARN_SECONDS, type ProviderEntry } from '../entry.ts';

export interface RunnerSettings {
  readonly secrets: RunnerSecrets;
  readonly apiKeys: ApiKeys;
  readonly egress: RunnerEgress;
  /** The runs of runners that ask for work themselves. */
  readonly pull: PullRuns;
  readonly callMs: number;
  readonly unknownSeconds: number;
  readonly clock: Clock;
}

export type Side = 'live' | 'test';

/** Whose project planned the step; null if the entry is not one of this tool. */
export function sideOf(provider: string, tool: string): Side | null {
  if (provider === runnerEntry(tool, { isTest: false })) return 'live';
  return provider === runnerEntry(tool, { isTest: true }) ? 'test' : null;
}

interface Called {
  readonly provider: string;
  readonly side: Side;
  /** The number of files that the run makes. */
  readonly outputs: number;
  readonly findings: Findings;
}

export interface RunnerEntry extends ProviderEntry<ApiCall> {
  /** False if the manifest itself has the result. */
  readonly isCalled: boolean;
}

/** Null if it is not configured: its secret is missing. */
export function entryOf(manifest: Manifest, called: Called, settings: RunnerSettings): RunnerEntry | null {
  const { side, provider } = called;
  const url = addressOf(manifest.runner, side);
  const isCalled = url !== null || side === 'live';
  const adapter = isCalled
    ? calledAt(url, manifest, { ...called, ...settings })
    : createSimulatedAdapter(provider, manifest);
  if (adapter === null) return null;
  const { egress, unknownSeconds } = settings;
  const bounds = { unknownSeconds, learnSeconds: LEARN_SECONDS };
  return { adapter, tariffs: new Map(), egress: ownHostOf(url, egress), bounds, isCalled };
}

function calledAt(url: string | null, { runner }: Manifest, called: Called & RunnerSettings): Adapter<ApiCall> | null {
  if (runner.kind === 'pull') return asking(runner, called);
  if (url === null) return null;
  if (runner.kind === 'openapi' || runner.kind === 'mcp') return foreignAt(url, runner, called);
  const { provider, outputs, findings, secrets, egress, callMs, clock } = called;
  if (secrets(runner.secret) === null) return null;
  const api = createRunnerApi({ url, secrets: () => secrets(runner.secret), egress, clock });
  return createRunnerAdapter({ provider, api, idempotency: runner.idempotent ?? false, callMs, outputs, findings });
}

type PullRunner = Extract<Manifest['runner'], { readonly kind: 'pull' }>;

/** A runner that asks for work itself: it has the adapter of every runner, and a table in place of a connection. */
function asking(
  { idempotent = false }: PullRunner,
  { provider, outputs, findings, callMs, pull }: Called & RunnerSettings,
): Adapter<ApiCall> {
  const api = createTableApi({ runs: pull, isIdempotent: idempotent });
  return createRunnerAdapter({ provider, api, idempotency: idempotent, callMs, outputs, findings });
}

/** A service that knows nothing of Farebox: it is sent the key itself. */
function foreignAt(
  url: string,
  runner: ApiRunner | McpRunner,
  { provider, findings, apiKeys, egress, callMs }: Called & RunnerSettings,
): Adapter<ApiCall> | null {
  const { header, scheme } = ('auth' in runner ? runner.auth : undefined) ?? BEARER;
  const { secret } = runner;
  const auth = (): Readonly<Record<string, string>> | null => {
    if (secret === undefined) return {};
    const key = apiKeys(secret, url);
    return key === null ? null : { [header]: scheme === undefined ? key : `${scheme} ${key}` };
  };
  if (auth() === null) return null;
  const api = createHttpApi({ url, auth, guard: (address) => guardRunner(address, egress) });
  const told = (call: string, finding: string): void => findings({ token: call, finding });
  return runner.kind === 'openapi'
    ? createOpenApiAdapter({ provider, runner, api, callMs, findings: told })
    : createMcpAdapter({ provider, runner, api, callMs, findings: told });
}

const BEARER: { readonly header: string; readonly scheme?: string } = { header: 'authorization', scheme: 'Bearer' };

function addressOf(runner: Manifest['runner'], side: Side): string | null {
  if (runner.kind === 'pull') return null;
  return side === 'live' ? runner.url : (runner.test?.url ?? null);
}
