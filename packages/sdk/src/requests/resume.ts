/** Completes stored requests, also those of an earlier process. */
import { finishBatch } from '../batches/run.ts';
import type { PayOptions, ResumedOutcome, ResumeOptions } from '../options.ts';
import { finish, type Io } from '../run.ts';
import { hasEnded } from './end.ts';
import { type Accepted, carry, NO_CEILING, requireCeiling } from './pay.ts';
import type { PaidBatch, PaidExecution, PaidRequest } from './store.ts';

/** A request and how it ended; `error` is the FareboxError of one that failed, with its charge, or could not be completed now. */
export type Resumed =
  | { readonly request: PaidRequest; readonly outcome: ResumedOutcome<PaidRequest>; readonly error?: undefined }
  | { readonly request: PaidRequest; readonly outcome?: undefined; readonly error: unknown };

/** The most requests that are completed at once. */
const AT_ONCE = 8;

export async function resume<R extends PaidRequest>(
  request: R,
  { ceiling, ...options }: ResumeOptions<R> | undefined = NO_CEILING as ResumeOptions<R>,
  io: Io,
): Promise<ResumedOutcome<R>> {
  // An earlier process may have sent the request, so its outcome is in doubt whatever its last quote was.
  const accepted = await carry(request, { ...io, ceiling, signal: options.signal, isDoubtful: true });
  const outcome =
    request.kind === 'batch'
      ? finishBatch(accepted as Accepted<PaidBatch>, options as never, io)
      : finish(accepted as Accepted<PaidExecution>, options as never, io);
  return outcome as Promise<ResumedOutcome<R>>;
}

export const pendingOf = async ({ store }: Pick<Io, 'store'>): Promise<readonly PaidRequest[]> =>
  (await store.list()).filter((request) => !hasEnded(request));

/** Rejects only if the store cannot be read, or with the reason of the signal. */
export async function resumeAll(
  { ceiling, signal }: Omit<PayOptions, 'request'> | undefined = NO_CEILING,
  io: Io,
): Promise<readonly Resumed[]> {
  requireCeiling(ceiling);
  const left = [...(await pendingOf(io))].entries();
  const resumed: Resumed[] = [];
  async function next(): Promise<void> {
    for (const [at, request] of left) {
      const how = signal === undefined ? { ceiling } : { ceiling, signal };
      resumed[at] = await resume(request, how, io).then(
        (outcome) => ({ request, outcome }),
        (error: unknown) => ({ request, error }),
      );
      signal?.throwIfAborted();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return resumed;
}
