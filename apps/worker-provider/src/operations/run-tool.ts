/** `run-tool`: a call of a tool that a team published, at its runner. The path of its money is that of every provider call. */
import { type Implementation, LacksOperation, OutcomeUnknown, TryLater } from '@farebox/worker';
import type { Manifest, ToolManifest } from '@farebox/manifest';
import type { ApiCall } from '../adapters/openapi/request.ts';
import type { Finding } from '../adapters/runner/replies.ts';
import { entryOf, type RunnerEntry, type RunnerSettings, sideOf } from '../runners/entries.ts';
import { checkFile, ruleAt } from '../runners/facts.ts';
import { callOf, needsUrls } from '../runners/call-of.ts';
import { orTryLater } from '../runners/or-try-later.ts';
import { resultOf } from '../runners/result-of.ts';
import { fieldOf } from '../runners/start-of.ts';
import type { ToolVersions } from '../runners/versions.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import { type Fixture, type PaidStep, paidOperation } from './paid-operation.ts';

export interface Runners extends RunnerSettings {
  readonly versions: ToolVersions;
  /** Counts a finding for the operator. */
  readonly count: (provider: string, kind: string) => void;
}

type Run = Parameters<Implementation<'run-tool'>>[0];

/** Words of runners that may be wrong. */
export const FINDINGS = ['units', 'cost', 'billed', 'other'] as const;

/** A file that an operator mends is soon noticed, also by runs that may take a few seconds only. */
const NOT_CONFIGURED_SECONDS = 5;

export function createRunTool(fixture: Fixture, runners: Runners): Implementation<'run-tool'> {
  return async (run) => {
    const { tool, version, provider } = run.parameters;
    const found = await orTryLater(runners.versions(tool, version));
    const side = sideOf(provider, tool);
    if (found === null || side === null) throw new LacksOperation('run-tool');
    const findings = findingsOf(provider, fixture, runners);
    const { phase } = run.external.found;
    const outputs = run.parameters.outputs.length;
    const entry = entryOf(found.manifest, { provider, side, outputs, findings }, runners);
    const isBegun = phase !== 'pending';
    const isLacking = entry !== null && lacksUrls(run, entry, found);
    if (entry === null || (isLacking && !isBegun)) {
      const lack = lackOf(found.manifest, entry);
      fixture.log.warn({ provider, tool, version, lack }, 'a runner is not configured: nothing is sent');
      if (isBegun) throw new OutcomeUnknown('provider_not_configured');
      throw new TryLater(NOT_CONFIGURED_SECONDS);
    }
    const able = isLacking ? withoutSending(entry) : entry;
    const step = stepOf(found, able, { ...runners, findings });
    return await paidOperation(new Map([[provider, able]]), fixture, step)(run);
  };
}

/** Without the settings for URLs a run with files cannot be sent; one that was sent is still looked up. */
const lacksUrls = (
  { parameters, external }: Run,
  { isCalled }: RunnerEntry,
  { manifest }: Pick<ToolManifest, 'manifest'>,
): boolean => isCalled && needsUrls(parameters, manifest.runner) && !external.files.hasUrls;

/** Names the secret, and never has its value. */
function lackOf({ runner }: Manifest, entry: RunnerEntry | null): string {
  if (entry !== null) return 'FAREBOX_URL_SECRET and FAREBOX_PUBLIC_URL, for the URLs of its files';
  if (runner.kind === 'http') return `a well-formed secret ${runner.secret}`;
  return `a key in ${'secret' in runner ? runner.secret : 'no secret'} for the host`;
}

const withoutSending = (entry: RunnerEntry): RunnerEntry => ({
  ...entry,
  adapter: { ...entry.adapter, supports: { ...entry.adapter.supports, idempotency: false } },
});

type Findings = (finding: Finding) => void;

function stepOf(
  tool: ToolManifest,
  { isCalled }: RunnerEntry,
  { clock, findings }: Runners & { readonly findings: Findings },
): PaidStep<'run-tool', ApiCall> {
  const { manifest } = tool;
  const rules = manifest.files ?? {};
  return {
    operation: 'run-tool',
    // A runner costs what it states, and nothing else.
    defaultTariff: DEFAULT_TARIFFS['run-tool'],
    usage: () => ({}),
    chargesFailures: manifest.price.onFailure === 'stated',
    check({ parameters, external }) {
      parameters.files.forEach((pointer, n) => {
        const file = external.files.inputs[fieldOf(n)];
        if (file !== undefined) checkFile(file, ruleAt(rules, pointer));
      });
      return Promise.resolve();
    },
    request: (run) => (isCalled ? callOf(run, manifest.runner, clock.now()) : Promise.resolve({ path: '', body: '' })),
    deliver: (output, run, { fetch }) =>
      resultOf(output, run, {
        tool,
        fetch,
        findings: (finding) => findings({ token: run.external.token, finding }),
      }),
  };
}

/** The first quoted word is what was stated wrongly. */
const kindOf = (finding: string): (typeof FINDINGS)[number] => {
  const [, word] = /^"(\w+)"/.exec(finding) ?? [];
  return FINDINGS.find((each) => each === word) ?? 'other';
};

const findingsOf =
  (provider: string, { log }: Fixture, { count }: Runners): Findings =>
  ({ token, finding }) => {
    count(provider, kindOf(finding));
    log.warn({ provider, token, finding }, 'a runner stated something that is not believed');
  };
