/** Runs one step: inputs in, operation, artifacts out. Writes nothing to the database and decides nothing. */
import type { StepPlan } from '@tollgate/catalog';
import type { ClaimedExecution, FinishedStep, WorkerStore } from '@tollgate/executions';
import { invariant } from '@tollgate/kernel';
import type { ArtifactStore } from '@tollgate/storage';
import type { Held } from '../held.ts';
import type { Operation, OperationOutput } from '../operation.ts';
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
  const inputs = await fetchInputs(claimed, step, { store, artifacts, directory, bytesMax: BYTES_MAX, signal });
  const context = { parameters: step.parameters, inputs, signal, directoryOf: directory };
  const output = await orAbandoned(operation(contextOf(context)), signal, ABANDON_AFTER_MS);
  const stored = await keepOutput(output);
  return { ...outcomeOf(claimed, { index, startedAt, output }), artifacts: stored };

  async function keepOutput({ artifacts: made }: OperationOutput) {
    if (made.length === 0) return [];
    signal.throwIfAborted();
    return await storeArtifacts(claimed, { step: index, made }, { artifacts, bytesMax: BYTES_MAX, signal });
  }
}
