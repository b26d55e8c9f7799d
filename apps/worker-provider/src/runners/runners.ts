/** The runners of a deployment, from its settings and its store of tools. */
import { systemClock } from '@farebox/kernel';
import type { ToolReader } from '@farebox/tools';
import type { ProviderConfig } from '../config.ts';
import type { Runners } from '../operations/run-tool.ts';
import { apiKeysIn } from './api-keys.ts';
import { secretsIn } from './secrets.ts';
import { createToolVersions } from './versions.ts';

/** @param reader of the published tools. @param count told each finding. */
export const runnersOf = (
  { runnerSecretsDirectory, runnerHosts, callSeconds, unknownSeconds }: ProviderConfig,
  reader: Pick<ToolReader, 'version'>,
  count: Runners['count'],
): Runners => ({
  versions: createToolVersions(reader),
  count,
  secrets: secretsIn(runnerSecretsDirectory),
  apiKeys: apiKeysIn(runnerSecretsDirectory),
  egress: { privateHosts: runnerHosts },
  callMs: callSeconds * 1000,
  unknownSeconds,
  clock: systemClock,
});
