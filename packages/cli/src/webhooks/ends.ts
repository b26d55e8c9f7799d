/** Each end of an execution of the project once, over any number of lost connections. */
import { setTimeout as pause } from 'node:timers/promises';
import { boundedMap } from '@farebox/kernel';
import { type Execution, type Farebox, FareboxError, type ProjectEventsOptions } from '@farebox/sdk';
import type { AnyTools } from '../user/system.ts';

interface Following {
  /** The last position of an earlier start. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  /** Called once everything before this position was consumed. */
  readonly onPosition: (position: string) => void;
  readonly tell: (text: string) => void;
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);
/** The stream may repeat a state, but none that is older than its 2,000 last entries. */
const REMEMBERED_MAX = 10_000;
const AGAIN_MS = 5_000;
/** The service is away. Every other error is a refusal, which another attempt would not change. */
const AWAY: ReadonlySet<string> = new Set(['network_failed', 'service_unavailable']);

/** Never ends. Rejects with a FareboxError, or with the reason of the signal. */
export async function* endsOf(farebox: Farebox<AnyTools>, following: Following): AsyncGenerator<Execution, void> {
  const seen = boundedMap<true>(REMEMBERED_MAX);
  for await (const execution of statesOf(farebox, following)) {
    if (!ENDED.has(execution.status) || seen.get(execution.id) === true) continue;
    seen.set(execution.id, true);
    yield execution;
  }
}

/** Continues after the service was away for longer than the SDK tries. */
async function* statesOf(
  farebox: Farebox<AnyTools>,
  { after, signal, onPosition, tell }: Following,
): AsyncGenerator<Execution, void> {
  let [position, isOpen] = [after, false];
  const options = (): ProjectEventsOptions => ({
    signal,
    after: position,
    onSnapshot({ resumed }) {
      if (position !== undefined && !resumed) tell('Some ends were too long ago to be sent: farebox list shows them.');
      isOpen = true;
    },
    onPosition(latest) {
      position = latest;
      onPosition(latest);
    },
  });
  for (;;) {
    try {
      yield* farebox.events(options());
    } catch (error) {
      if (!isOpen || !(error instanceof FareboxError) || !AWAY.has(error.code)) throw error;
      tell(`The connection to the service is lost (${error.reason}). Trying again.`);
      await pause(AGAIN_MS, undefined, { signal });
    }
  }
}
