/** Pauses that the caller is told of, so that a client that waits does not look as if it had stopped. */
import { pause } from './pause.ts';

/** `rate_limit`: the requests of this minute are used up. `retry`: a request failed and is sent again. */
export type WaitReason = 'rate_limit' | 'retry';
export type OnWait = (ms: number, reason: WaitReason) => void;

export type ToldPause = (ms: number, reason: WaitReason, signal?: AbortSignal) => Promise<void>;

/** Shorter pauses are not told; pauses for one reason that end within this time of each other are told once. */
const TOLD_MS = 1_000;

export function createToldPause(onWait: OnWait | undefined): ToldPause {
  const toldUntilMs = new Map<WaitReason, number>();
  function tell(ms: number, reason: WaitReason): void {
    const endMs = performance.now() + ms;
    if (ms <= TOLD_MS || endMs - (toldUntilMs.get(reason) ?? -Infinity) <= TOLD_MS) return;
    toldUntilMs.set(reason, endMs);
    onWait?.(Math.round(ms), reason);
  }
  return async (ms, reason, signal) => {
    tell(ms, reason);
    await pause(ms, signal);
  };
}
