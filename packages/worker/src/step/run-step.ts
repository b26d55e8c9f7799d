/** Runs one step: inputs in, operation, artifacts out. Writes nothing to the database and decides nothing. */
import type { ClaimedExecution, FinishedStep, WorkerStore } from '@tollgate/executions';
import { invariant } from '@tollgate/kernel';
import type { ArtifactStore } from '@tollgate/storage';
import type { Held } from '../held.ts';
import { LacksOperation, type Operation, type OperationContext, type OperationOutput } from '../operation.ts';
import { orAbandoned } from './abandon.ts';
import { storeArtifacts } from './artifacts.ts';
import { bringHome } from './bring-home.ts';
import { externalStep } from './external.ts';
import { fetchInputs } from './inputs.ts';
import { BYTES_MAX } from './quota.ts';
import { openWorkDirectory } from './scratch.ts';

export interface StepDependencies {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly store: Pick<WorkerStore, 'findInputs' | 'external'>;
  readonly artifacts: ArtifactStore;
  readonly scratch?: string | undefined;
  /** How long an operation may take to end once it is told to. */
  readonly abandonAfterMs?: number | undefined;
}

/** Which step of an execution in hand, and who is told whether its paid call stands open. */
export interface StepRun {
  readonly index: number;
  readonly held: Held;
  readonly onOpen: (open: boolean) => void;
}

const ABANDON_AFTER_MS = 5000;

/** Rejects with OperationFailure when it cannot succeed, with anything else when it may be tried again. */
export async function runStep(
  claimed: ClaimedExecution,
  { index, held, onOpen }: StepRun,
  { operations, store, artifacts, scratch, abandonAfterMs = ABANDON_AFTER_MS }: StepDependencies,
): Promise<FinishedStep> {
  const startedAt = new Date();
  const step = claimed.plan[index];
  invariant(step !== undefined, 'a step to run is in the plan');
  const operation = operations[step.operation];
  if (operation === undefined) throw new LacksOperation(step.operation);
  const { signal } = held.controller;
  let open = claimed.open?.index === index;
  const note = (isOpen: boolean): void => onOpen((open = isOpen));
  // What was paid for is brought home, even when the client wants it stopped.
  const keeping = () => (open ? held.lost.signal : signal);
  keeping().throwIfAborted();
  await using directory = openWorkDirectory(scratch);
  const shared = { store, artifacts, directory, bytesMax: BYTES_MAX };
  const context: OperationContext = {
    parameters: step.parameters,
    inputs: await fetchInputs(claimed, step, { ...shared, signal: keeping() }),
    signal,
    external: externalStep(claimed, { index, held, journal: store.external, onOpen: note }),
    get directory() {
      return directory.path;
    },
  };
  const output = await orAbandoned(operation(context), signal, abandonAfterMs);
  keeping().throwIfAborted();
  const storing = { artifacts, bytesMax: BYTES_MAX, signal: keeping() };
  const keep = () => storeArtifacts(claimed, { step: index, made: output.artifacts }, storing);
  const stored = open ? await bringHome(keep, storing.signal) : await keep();
  return {
    index,
    status: 'succeeded',
    attempt: Math.max(claimed.attempts, 1),
    units: unitsOf(output),
    result: output.result,
    costMicros: output.costMicros ?? null,
    basis: output.basis,
    startedAt,
    finishedAt: new Date(),
    artifacts: stored,
  };
}

function unitsOf({ units }: OperationOutput): bigint {
  invariant(Number.isSafeInteger(units) && units >= 0, 'measured units are an integer ≥ 0');
  return BigInt(units);
}
