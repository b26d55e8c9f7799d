/**
 * Runs one step: loads inputs, runs the operation, stores artifacts. It writes nothing to the database and decides
 * nothing.
 */
import type { ClaimedExecution, FinishedStep, WorkerStore } from '@farebox/executions';
import type { RunnerFiles } from '@farebox/files';
import { type Clock, invariant } from '@farebox/kernel';
import type { ArtifactStore } from '@farebox/storage';
import type { Leased } from '../leased.ts';
import type { Observer } from '../observer.ts';
import {
  type Admit,
  LacksOperation,
  type Operation,
  type OperationContext,
  OperationFailure,
  type OperationOutput,
  TryLater,
} from '../operation.ts';
import type { StepLocation } from '../spool/call-result.ts';
import type { Spool } from '../spool/spool.ts';
import { orAbandoned } from './abandon.ts';
import { describeArtifacts, storeArtifacts } from './artifacts.ts';
import { retryWhileLacking } from './local-retry.ts';
import { orLater, whileStoreFails } from './store-away.ts';
import { storeWithRetry } from './store-retry.ts';
import { externalStep } from './external.ts';
import { fetchInputs, NO_INPUTS } from './inputs.ts';
import { outsideFiles } from './outside-files.ts';
import { BYTES_MAX } from './quota.ts';
import type { Waits } from '../waits.ts';
import { type WorkDirectory, openWorkDirectory } from './scratch.ts';

export interface StepDependencies {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly admit?: Admit | undefined;
  readonly waits: Pick<Waits, 'settled'>;
  readonly store: Pick<WorkerStore, 'findInputs' | 'external'>;
  readonly artifacts: ArtifactStore;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly scratch?: string | undefined;
  readonly runnerFiles?: Pick<RunnerFiles, 'urlOf'> | undefined;
  /** Time that an operation may take to end after its abort signal. */
  readonly abandonAfterMs?: number | undefined;
}

/** A step of a running execution, and the listener for its open provider call. */
export interface StepRun {
  readonly location: StepLocation;
  readonly leased: Leased;
  readonly onOpen: (open: boolean) => void;
}

const ABANDON_AFTER_MS = 5000;

/** Rejects with OperationFailure if it can never succeed, and with another error if it may be retried. */
export async function runStep(
  claimed: ClaimedExecution,
  run: StepRun,
  dependencies: StepDependencies,
): Promise<FinishedStep> {
  const { step: index } = run.location;
  const leave = await dependencies.admit?.({ ...stepAt(claimed, index), isBegun: isOpen(claimed, index) });
  dependencies.waits.settled(claimed.id);
  let isOver = true;
  try {
    return await runAdmitted(claimed, run, dependencies);
  } catch (error) {
    isOver = !(error instanceof TryLater);
    throw error;
  } finally {
    leave?.(isOver);
  }
}

async function runAdmitted(
  claimed: ClaimedExecution,
  { location, leased, onOpen }: StepRun,
  dependencies: StepDependencies,
): Promise<FinishedStep> {
  const { artifacts, spool, observer, abandonAfterMs = ABANDON_AFTER_MS } = dependencies;
  const { step: index } = location;
  const startedAt = new Date();
  const { signal } = leased.controller;
  let open = isOpen(claimed, index);
  const note = (isNowOpen: boolean): void => onOpen((open = isNowOpen));
  await using directory = openWorkDirectory(dependencies.scratch);
  const { operation, context } = await prepared(
    claimed,
    { location, leased, onOpen: note },
    { ...dependencies, directory },
  );
  const output = await orAbandoned(operation(context), signal, abandonAfterMs).finally(() => (leased.progress = null));
  if (!open) signal.throwIfAborted();
  const describe = () => describeArtifacts(claimed, { step: index, made: output.artifacts });
  const onFault = (error: unknown): void => observer.warn(error, 'a result cannot be read now; trying again');
  const stored = await retryWhileLacking(describe, { signal: open ? leased.leaving.signal : signal, onFault });
  const paths = output.artifacts.map(({ path }) => path);
  const step: FinishedStep = {
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
  if (open)
    await storeWithRetry({ location, callResult: { kind: 'succeeded', step }, paths }, { spool, leased, observer });
  else await whileStoreFails(() => storeArtifacts(stored, paths, { artifacts, signal }), { signal, observer });
  return step;
}

/** Whether a provider call of this step was started and the database has no outcome for it. */
export const isOpen = ({ open }: ClaimedExecution, index: number): boolean =>
  open?.index === index && open.phase !== 'pending';

function stepAt({ plan }: ClaimedExecution, index: number): ClaimedExecution['plan'][number] {
  const step = plan[index];
  invariant(step !== undefined, 'a step to run is in the plan');
  return step;
}

async function prepared(
  claimed: ClaimedExecution,
  run: StepRun,
  { operations, store, directory, ...rest }: StepDependencies & { readonly directory: WorkDirectory },
): Promise<{ readonly operation: Operation; readonly context: OperationContext }> {
  const { location, leased } = run;
  const step = stepAt(claimed, location.step);
  const { tool } = step.parameters;
  const operation = operations[step.operation];
  if (operation === undefined) throw new LacksOperation(step.operation);
  const open = isOpen(claimed, location.step);
  // A paid result is completed, even if the client has cancelled.
  const { signal } = open ? leased.leaving : leased.controller;
  signal.throwIfAborted();
  const fetching = { store, artifacts: rest.artifacts, directory, bytesMax: BYTES_MAX, signal };
  const inputs = await fetchInputs(claimed, step, fetching).catch(async (error: unknown) => {
    // A started call is looked up even without its files.
    if (open && error instanceof OperationFailure) return NO_INPUTS;
    throw await orLater(error, { claimed, ...rest });
  });
  const context: OperationContext = {
    projectId: claimed.projectId,
    organizationId: leased.organizationId,
    parameters: step.parameters,
    inputs: inputs.files,
    signal: leased.controller.signal,
    usedCpu: (seconds) => void (leased.cpuSeconds += seconds),
    onProgress: (read) => (leased.progress = { step: location.step, read }),
    external: externalStep(claimed, {
      ...run,
      spool: rest.spool,
      clock: rest.clock,
      journal: store.external,
      files: outsideFiles(inputs.sources, {
        location,
        runner: typeof tool === 'string' ? tool : step.operation,
        artifacts: rest.artifacts,
        urls: rest.runnerFiles,
      }),
      follow: (event, fields) => rest.observer.follow(event, claimed, fields),
    }),
    get directory() {
      return directory.path;
    },
  };
  return { operation, context };
}

function unitsOf({ units }: OperationOutput): bigint {
  invariant(Number.isSafeInteger(units) && units >= 0, 'measured units are an integer ≥ 0');
  return BigInt(units);
}
