/**
 * The artifact store, or this machine, cannot give or take the files of a step now. That is no fault of the input, so it
 * never counts as an attempt: reading is tried again after a pause without a claim, and storing under the same claim,
 * because the work is done already. Both end with the deadline.
 */
import type { ClaimedExecution } from '@farebox/executions';
import { retry } from '@farebox/kernel';
import { type ArtifactStore, ObjectMissingError, StorageUnavailableError } from '@farebox/storage';
import type { Observer } from '../observer.ts';
import { TryLater } from '../operation.ts';
import { ContentMismatchError } from './content.ts';
import { isLacking } from './local-retry.ts';

const PAUSE_SECONDS = 2;
/** Soon enough after an outage for clients that wait, and few claims in a long one. */
const PAUSE_SECONDS_MAX = 15;

interface Reading {
  readonly claimed: Pick<ClaimedExecution, 'attempts' | 'epoch'>;
  readonly artifacts: Pick<ArtifactStore, 'ready'>;
  readonly observer: Observer;
}

/** The error to throw for inputs that could not be loaded: TryLater if that is an outage, otherwise the error itself. */
export async function orLater(error: unknown, { claimed, artifacts, observer }: Reading): Promise<unknown> {
  if (!isLacking(error) && !(await isOutage(error, artifacts))) return error;
  observer.warn(error, 'the inputs of a step cannot be loaded now; it is due again later');
  return new TryLater(pauseSeconds(claimed), { cause: error });
}

/** In a folder that is not mounted, every object seems to be missing. */
async function isOutage(error: unknown, artifacts: Reading['artifacts']): Promise<boolean> {
  if (error instanceof StorageUnavailableError) return true;
  if (!isUnexpected(error)) return false;
  return await artifacts.ready().then(
    () => false,
    () => true,
  );
}

const isUnexpected = (error: unknown): boolean =>
  error instanceof ObjectMissingError || error instanceof ContentMismatchError;

/** Doubles with each claim that did not count as an attempt. */
const pauseSeconds = ({ attempts, epoch }: Reading['claimed']): number =>
  Math.min(PAUSE_SECONDS * 2 ** Math.min(Math.max(epoch - attempts, 0), PAUSE_SECONDS_MAX), PAUSE_SECONDS_MAX);

const STORE_PAUSES = { pauseMs: 250, pauseMsMax: 5000 } as const;

interface Storing {
  /** Ends the retries: the claim is lost, a cancel request, the deadline, or a shutdown. */
  readonly signal: AbortSignal;
  readonly observer: Observer;
}

/** Repeats `store` while the artifact store fails. Objects that are read back damaged or missing count as its failure. */
export const whileStoreFails = <T>(store: () => Promise<T>, { signal, observer }: Storing): Promise<T> =>
  retry(store, {
    ...STORE_PAUSES,
    signal: () => signal,
    again(error) {
      if (!(error instanceof StorageUnavailableError) && !isUnexpected(error)) return false;
      observer.warn(error, 'the artifacts of a step cannot be stored yet; trying again');
      return true;
    },
  });
