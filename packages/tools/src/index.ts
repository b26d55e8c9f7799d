/** Tools that teams add by a manifest: versions that never change, and which of them is offered. No HTTP. */
export { differencesOf } from './differences.ts';
export { readTool } from './read-tool.ts';
export { activateTool, publishTool, retireTool } from './store/acts.ts';
export {
  type OfferedVersion,
  type ToolChange,
  type ToolChanges,
  toolReader,
  type ToolReader,
} from './store/changes.ts';
export {
  type Claim,
  type OfferedRun,
  pullRuns,
  type PullRuns,
  type Readiness,
  REPORTED_STATUSES,
  type Reported,
  type ReportedStatus,
  type RunState,
} from './store/pull-runs.ts';
export {
  countRunnerKeys,
  findRunnerKey,
  type FoundRunnerKey,
  issueRunnerKey,
  type IssueRunnerKey,
  listRunnerKeys,
  renewRunnerKey,
  revokeRunnerKey,
  type RunnerKey,
  RUNNER_KEYS_MAX,
} from './store/runner-keys.ts';
export {
  findDigest,
  findTool,
  findToolVersion,
  listTools,
  listToolVersions,
  type OfferedRunner,
  readRunners,
} from './store/read.ts';
export type { StoredTool, StoredVersion } from './stored.ts';
