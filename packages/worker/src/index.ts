/**
 * The shared parts of every worker app: consume, claim, run steps, keep leases, settle, drain. An app adds the
 * operations.
 */
export {
  type ContextOf,
  implement,
  type Implementation,
  type Implementations,
  type WholeContextOf,
} from './implement.ts';
export { reserveOf } from './fairness/share.ts';
export { WorkStopped } from './leased.ts';
export { measureExamples } from './measure/measure-examples.ts';
export { withinLimits } from './limits.ts';
export {
  CancelledExternally,
  type CostOptions,
  type ExternalStep,
  type InputFile,
  type Admit,
  LacksOperation,
  type LocalOperation,
  type Operation,
  type OperationContext,
  OperationFailure,
  type OperationOutput,
  OutcomeUnknown,
  type OutputArtifact,
  type OutsideFiles,
  type OutsideInput,
  PlacesTaken,
  TryLater,
} from './operation.ts';
export { runWorker } from './run-worker.ts';
export type { PlacesToWaitFor } from './waits.ts';
export { retryWhileLacking } from './step/local-retry.ts';
export { runWorkerApp } from './app/run-app.ts';
export { workerFields } from './app/settings.ts';
export { adoptCallResult } from './adopt.ts';
