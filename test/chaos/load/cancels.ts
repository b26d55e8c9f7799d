/**
 * Cancels in each state: of executions that wait in the queue, run, are under review or have ended; by their own key, by another member's, which must
 * be refused, and by an ADMIN's. Beside the customer's other requests, and in each run whatever its seed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { cancel, createQuoter, type Desk, read, sendUntilDefinite } from './customer-client.ts';
import type { Request } from './kinds.ts';
import type { CancelledIn, Job } from './plan.ts';
import { parsed } from './words.ts';

const POLLS_MAX = 600;
const POLL_MS = 200;
const ATTEMPTS_MAX = 60;
const ADMIN = 2;
/** More than the workers of a run have slots, so that some wait. */
const BURST = 40;
const WAITING = 6;

const rehearsal = (durationMs: number): Request => ({ tool: 'rehearsal', arguments: { durationMs } });
const REQUESTS: Readonly<Record<CancelledIn, Request>> = {
  queued: rehearsal(1500),
  // Longer than a cancelled execution may go on.
  running: rehearsal(20_000),
  // The provider cannot look up the call whose response was lost.
  needs_review: {
    tool: 'image-generate',
    arguments: { prompt: '#sim:reset-after-accept a lighthouse', size: '512x512' },
  },
  ended: rehearsal(0),
};

export async function cancelInState(desk: Desk, job: Job): Promise<void> {
  if (job.cancels === null) return;
  const { by: customer, state } = job.cancels;
  const own = Array.from({ length: state === 'queued' ? BURST : 1 }, (_, index): Job => {
    const idempotencyKey = `${job.idempotencyKey}-cancel-${index}`;
    return { ...job, customer, idempotencyKey, request: REQUESTS[state], copies: 1, waitSeconds: null };
  });
  const offer = await createQuoter(desk).of(own[0]!);
  if (offer === null) return;
  const accepted = (
    await Promise.all(
      own.map(async (each) => {
        const outcome = await sendUntilDefinite(desk, { job: each, offer });
        return outcome !== 'unknown' && 'id' in outcome ? [{ job: each, id: outcome.id }] : [];
      }),
    )
  ).flat();
  if (state === 'queued') {
    await Promise.all(accepted.slice(-WAITING).map((each) => untilCancelled(desk, each.job, each.id)));
    return;
  }
  for (const { job: each, id } of accepted) {
    await untilIn(desk, each, { id, state });
    if (state === 'running') await cancel(desk, { ...each, lineage: 1 - each.lineage }, id);
    const key = each.number % 2 === 0 ? ADMIN : each.lineage;
    await untilCancelled(desk, { ...each, lineage: key }, id);
    await read(desk, each, id);
    await pause(POLL_MS);
    await read(desk, each, id);
  }
}

interface Awaited {
  readonly id: string;
  readonly state: CancelledIn;
}

/** Gives up after a while: faults may keep the execution from its state. */
async function untilIn(desk: Desk, job: Job, { id, state }: Awaited): Promise<void> {
  for (let poll = 0; poll < POLLS_MAX && !desk.signal.aborted; poll++) {
    const reply = await read(desk, job, id);
    const status = reply.kind === 'replied' ? (parsed(reply.text).data?.status ?? '') : '';
    const hasEnded = ['succeeded', 'failed', 'cancelled'].includes(status);
    if (status === state || hasEnded) return;
    await pause(POLL_MS, undefined, { ref: false });
  }
}

async function untilCancelled(desk: Desk, job: Job, id: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const reply = await cancel(desk, job, id);
    if (reply.kind === 'replied' && reply.status < 500 && reply.status !== 429) return;
    await pause(POLL_MS, undefined, { ref: false });
  }
}
