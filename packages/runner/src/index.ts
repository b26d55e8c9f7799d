/** Makes functions a runner: the program that does the work of tools which a Farebox sells. */
export type { EndedReply, Json, JsonObject, RunCost } from '@farebox/runner-protocol';
export { RunFailed, type RunFailedOptions } from './failed.ts';
export type { RunFile } from './files/input.ts';
export type { RunTarget } from './files/output.ts';
export type { Run, RunOutcome, Tool } from './run.ts';
export { KeyRefused } from './pull/client.ts';
export { pull, type PullOptions } from './pull/pull.ts';
export { createRunner, type Runner, type RunnerOptions } from './runner.ts';
export { memoryStore, type RunStore, type StoredRun } from './store.ts';
