/** The runners of a deployment, from its settings and its store of tools. */
import { systemClock } from '@farebox/kernel';
import type { PullRuns, ToolReader } from '@farebox/tools';
import { apiKeysIn, secretsIn } from '@farebox/tools/runners';
import type { ProviderConfig } from '../config.ts';
import type { Runners } from '../operations/run-tool.ts';
import { createToolVersions } from './versions.ts';

interface Store {
  /** Reads the published tools. */
  readonly tools: Pick<ToolReader, 'version'>;
  readonly pull: PullRuns;
}

/** @param count told each finding. */
export const runnersOf = (
  { runnerSecretsDirectory, runnerHosts, callSeconds, unknownSeconds }: ProviderConfig,
  { tools, pull }: Store,
  count: Runners['count'],
): Runners => ({
  versions: createToolVersions(tools),
  pull,
  count,
  secrets: secretsIn(runnerSecretsDirectory),
  apiKeys: apiKeysIn(runnerSecretsDirectory),
  egress: { privateHosts: runnerHosts },
  callMs: callSeconds * 1000,
  unknownSeconds,
  clock: systemClock,
});
