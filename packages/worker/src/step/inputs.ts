/** Loads the inputs of a step to disk and verifies every byte against the stored digest. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { StepPlan } from '@farebox/catalog';
import type { ClaimedExecution, WorkerStore } from '@farebox/executions';
import type { InputSource } from '@farebox/files';
import type { ArtifactStore } from '@farebox/storage';
import { retryWhileAway } from '../database-retry.ts';
import { type InputFile, OperationFailure } from '../operation.ts';
import { copyExactly, PIECE_BYTES } from './content.ts';
import { fewAtOnce } from './few-at-once.ts';
import { sum } from './quota.ts';
import type { WorkDirectory } from './scratch.ts';

export interface Fetching {
  readonly store: Pick<WorkerStore, 'findInputs'>;
  readonly artifacts: ArtifactStore;
  readonly directory: WorkDirectory;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export interface FetchedInputs {
  /** Field → file. */
  readonly files: Readonly<Record<string, InputFile>>;
  readonly sources: Readonly<Record<string, InputSource>>;
}

export const NO_INPUTS: FetchedInputs = { files: {}, sources: {} };

export async function fetchInputs(
  claimed: ClaimedExecution,
  step: StepPlan,
  fetching: Fetching,
): Promise<FetchedInputs> {
  const fields = Object.keys(step.inputs);
  if (fields.length === 0) return NO_INPUTS;
  const wanted = { projectId: claimed.projectId, executionId: claimed.id, refs: Object.values(step.inputs) };
  const { signal, store } = fetching;
  const found = await retryWhileAway(
    () => store.findInputs(wanted),
    () => !signal.aborted,
  );
  const sources = found.map(present);
  if (sum(sources) > fetching.bytesMax) throw new OperationFailure('inputs_too_large');
  const files = await fewAtOnce(sources, async (source, n) => await fetchOne(source, n, fetching));
  const byField = <T>(values: readonly T[]): Record<string, T> =>
    Object.fromEntries(values.map((value, n) => [fields[n] as string, value]));
  return { files: byField(files), sources: byField(sources) };
}

function present(source: InputSource | null): InputSource {
  if (source === null) throw new OperationFailure('input_unavailable');
  return source;
}

/** The folder is closed to other users. A sandbox does not copy a file again that is read-only. */
const READ_ONLY = 0o444;

async function fetchOne(
  source: InputSource,
  n: number,
  { artifacts, directory, signal }: Fetching,
): Promise<InputFile> {
  const path = directory.inputPath(n);
  const { fileId, mimeType, sizeBytes, sha256, width, height } = source;
  await using file = await open(path, 'wx', READ_ONLY);
  const body =
    source.path === undefined
      ? await artifacts.read(source.objectKey)
      : createReadStream(source.path, { highWaterMark: PIECE_BYTES });
  await copyExactly(body, (piece) => file.writeFile(piece), { sha256, sizeBytes, signal });
  return {
    fileId,
    path,
    mimeType,
    sizeBytes,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
}
