/**
 * One claimed run, from its claim to the report of its end. The first report comes before the work: a run whose claim was
 * never reported is given to another runner, so it must not have begun here.
 */
import {
  type ClaimedRun,
  type EndedReply,
  type NotTaken,
  type Reported,
  RUNNER_LIMITS,
  type RunReply,
  type RunReport,
} from '@farebox/runner-protocol';
import { LOST } from '../run.ts';
import type { Runs } from '../runs.ts';
import type { Client, Heard } from './client.ts';
import { backoffMs, paused } from './pauses.ts';

export interface Following {
  readonly client: Client;
  readonly runs: Runs;
  readonly isRepeatable: boolean;
  /** Aborts when no new work may begin. */
  readonly stopping: AbortSignal;
  /** Aborts when running work must stop. */
  readonly interrupting: AbortSignal;
  /** Aborts when nothing more may be sent. */
  readonly leaving: AbortSignal;
  /** Whether another claim of this process has the same token. */
  readonly isShared: (token: string) => boolean;
  readonly onError: (error: unknown, token: string) => void;
}

/** Parts of a lease, so that a shorter lease means more reports. */
function paceOf({ leaseSeconds }: ClaimedRun) {
  const leaseMs = leaseSeconds * 1000;
  const [reportMs, soonMs] = [leaseMs / RUNNER_LIMITS.reportsPerLease, leaseMs / RUNNER_LIMITS.reportsPerLeaseMax];
  return { reportMs, soonMs, tickMs: soonMs / TICKS_PER_REPORT, beginMs: leaseMs - reportMs };
}

const TICKS_PER_REPORT = 5;
/** An end is reported again for this long. */
const END_MS = 15 * 60_000;
const NOT_TAKEN: NotTaken = { status: 'not_taken' };

/** Resolves with `not_taken` if this process could not begin the run. Rejects with KeyRefused only. */
export async function follow(run: ClaimedRun, following: Following): Promise<'done' | 'not_taken'> {
  const { runs, stopping, isRepeatable, onError } = following;
  const { token, start } = run;
  const { beginMs, tickMs } = paceOf(run);
  const begun = await reportUntilTaken({ status: 'running' }, run, { ...following, leftMs: beginMs });
  if (begun === null) return 'done';
  const refused: EndedReply | NotTaken | null = begun.cancel
    ? { status: 'cancelled' }
    : stopping.aborted
      ? NOT_TAKEN
      : null;
  const end =
    refused ??
    (await runs
      .start(token, JSON.stringify(start), { waitMs: tickMs, isRepeatable })
      .then((reply) => endOf(reply, run, following))
      .catch((error: unknown) => {
        onError(error, token); // the store could not take the run, so nothing has begun
        return NOT_TAKEN;
      }));
  if (end === null) return 'done';
  await reportUntilTaken(end, run, { ...following, leftMs: END_MS });
  return end.status === 'not_taken' ? 'not_taken' : 'done';
}

/** Reports until the run ends. Null: the run is no longer this claim's. */
async function endOf(first: RunReply, run: ClaimedRun, following: Following): Promise<EndedReply | NotTaken | null> {
  const { runs, isRepeatable, interrupting } = following;
  const { token } = run;
  const { reportMs, soonMs, tickMs } = paceOf(run);
  let [reply, reportedMs, reported] = [first, Date.now(), -1];
  while (reply.status === 'running') {
    if (interrupting.aborted) return interrupted(await runs.interrupt(token), isRepeatable);
    const { progress = -1 } = reply;
    if (Date.now() - reportedMs >= (progress === reported ? reportMs : soonMs)) {
      const heard = await reportRunning(progress, run, following);
      if (heard.kind === 'gone') return null;
      reported = heard.kind === 'ok' ? progress : UNREPORTED; // a report that was lost is repeated soon
      reportedMs = Date.now();
      if (heard.kind === 'ok' && heard.data.cancel) reply = await runs.cancel(token);
    }
    if (reply.status === 'running') reply = await runs.find(token, tickMs);
  }
  return reply.status === 'not_known' ? LOST : reply;
}

/** Extends the lease. If the run is gone, its work stops, unless another claim of this process has it. */
async function reportRunning(
  progress: number,
  { token, lease }: ClaimedRun,
  following: Following,
): Promise<Heard<Reported>> {
  const { runs, client, isShared, leaving, onError } = following;
  const heard = await client.report(token, { lease, reply: runningOf(progress) }, leaving);
  if (heard.kind !== 'ok') onError(new Error(heard.problem), token);
  if (heard.kind === 'gone' && !isShared(token)) void runs.interrupt(token);
  return heard;
}

const UNREPORTED = Number.NaN;

const runningOf = (progress: number): RunReport['reply'] => ({
  status: 'running',
  ...(progress < 0 ? {} : { progress }),
});

/** A tool that ignores its signal is still running. Then only a repeatable run has something true to tell. */
function interrupted(reply: RunReply, isRepeatable: boolean): EndedReply | NotTaken | null {
  if (reply.status === 'running') return isRepeatable ? NOT_TAKEN : null;
  return reply.status === 'not_known' ? LOST : reply;
}

/** Repeats a report until Farebox has taken it. Null: the run is gone, or the time is over. */
async function reportUntilTaken(
  reply: RunReport['reply'],
  { token, lease }: ClaimedRun,
  { client, leaving, leftMs, onError }: Following & { readonly leftMs: number },
): Promise<Reported | null> {
  const untilMs = Date.now() + leftMs;
  for (let failures = 0; ; failures++) {
    const heard = await client.report(token, { lease, reply }, leaving);
    if (heard.kind === 'ok') return heard.data;
    onError(new Error(`a report was not taken: ${heard.problem}`), token);
    const waitMs = heard.kind === 'gone' ? 0 : (heard.afterMs ?? backoffMs(failures));
    if (heard.kind === 'gone' || leaving.aborted || Date.now() + waitMs > untilMs) return null;
    await paused(waitMs, leaving);
  }
}
