/** Runs one step: inputs in, operation, artifacts out. Writes nothing to the database and decides nothing. */
import type { ClaimedExecution, FinishedStep, WorkerStore } from '@tollgate/executions';
import { invariant } from '@tollgate/kernel';
import type { ArtifactStore } from '@tollgate/storage';
import type { Held } from '../held.ts';
import type { Operation, OperationContext, OperationOutput } from '../operation.ts';
import { orAbandoned } from './abandon.ts';
import { storeArtifacts } from './artifacts.ts';
import { fetchInputs } from './inputs.ts';
import { BYTES_MAX } from './quota.ts';
import { openWorkDirectory } from './scratch.ts';

export interface StepDependencies {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly store: Pick<WorkerStore, 'findInputs'>;
  readonly artifacts: ArtifactStore;
  readonly scratch?: string | undefined;
}

const ABANDON_AFTER_MS = 5000;

/** Rejects with OperationFailure when it cannot succeed, with anything else when it may be tried again. */
export async function runStep(
  claimed: ClaimedExecution,
  { index, held }: { readonly index: number; readonly held: Held },
  { operations, store, artifacts, scratch }: StepDependencies,
): Promise<FinishedStep> {
  const startedAt = new Date();
  const step = claimed.plan[index];
  invariant(step !== undefined, 'a step to run is in the plan');
  const operation = operations[step.operation];
  if (operation === undefined) throw new Error(`this worker has no operation ${step.operation}`);
  const { signal } = held.controller;
  signal.throwIfAborted();
  await using directory = openWorkDirectory(scratch);
  const fetching = { store, artifacts, directory, bytesMax: BYTES_MAX, signal };
  const context: OperationContext = {
    parameters: step.parameters,
    inputs: await fetchInputs(claimed, step, fetching),
    signal,
    get directory() {
      return directory.path;
    },
  };
  const output = await orAbandoned(operation(context), signal, ABANDON_AFTER_MS);
  signal.throwIfAborted();
  const stored = await storeArtifacts(claimed, { step: index, made: output.artifacts }, fetching);
  return {
    index,
    status: 'succeeded',
    attempt: claimed.attempts,
    units: unitsOf(output),
    result: output.result,
    startedAt,
    finishedAt: new Date(),
    artifacts: stored,
  };
}

function unitsOf({ units }: OperationOutput): bigint {
  invariant(Number.isSafeInteger(units) && units >= 0, 'measured units are an integer ≥ 0');
  return BigInt(units);
}
