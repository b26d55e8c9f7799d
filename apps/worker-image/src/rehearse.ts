/**
 * `rehearse`: waits, then ends as requested. Runs in the worker itself, because it reads no untrusted bytes and uses
 * no CPU.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ContextOf, OperationFailure, type OperationOutput } from '@farebox/worker';

/** Reading `directory` creates it, so it is read only if something is written. */
export async function rehearse(context: ContextOf<'rehearse'>): Promise<OperationOutput> {
  const { parameters, signal } = context;
  const { durationMs, outcome, artifactBytes = 0 } = parameters;
  signal.throwIfAborted();
  const beganMs = performance.now();
  context.onProgress(() => (performance.now() - beganMs) / durationMs);
  if (durationMs > 0) await pause(durationMs, signal);
  if (outcome === 'fail') throw new OperationFailure('rehearsed_failure');
  if (artifactBytes === 0) return { artifacts: [], units: 1 };
  const path = join(context.directory, 'rehearsal.bin');
  await writeFile(path, Buffer.alloc(artifactBytes, 'farebox '));
  return { artifacts: [{ path, mimeType: 'application/octet-stream' }], units: 1 };
}

/** Rejects with the reason of the signal, like every operation. */
async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(durationMs, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
