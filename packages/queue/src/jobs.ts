/** The encoding of wake-ups in BullMQ jobs. A payload contains only ids: no input, no amount, no name, no customer data. */
import { createHash } from 'node:crypto';
import type { WakeUp } from './work-queue.ts';

export interface WakeUpJob {
  readonly name: 'wakeUp';
  /** Text of every wake-up: `${projectId}.${executionId}-${epoch}`. */
  readonly data: readonly string[];
  readonly opts: { readonly jobId: string; readonly removeOnComplete: true; readonly removeOnFail: true };
}

/** More wake-ups than any producer puts into one job: a larger payload is foreign. */
const WAKE_UPS_MAX = 256;

/** Each distinct wake-up once, in order, at most `wakeUpsPerJob` per job. A job of one wake-up is named after it. */
export function toJobs(wakeUps: readonly WakeUp[], wakeUpsPerJob: number): WakeUpJob[] {
  const ids = [...new Set(wakeUps.map(({ projectId, executionId, epoch }) => `${projectId}.${executionId}-${epoch}`))];
  const jobs: WakeUpJob[] = [];
  for (let start = 0; start < ids.length; start += wakeUpsPerJob) {
    const data = ids.slice(start, start + wakeUpsPerJob);
    const jobId = data.length === 1 ? (data[0] as string) : `together-${digest(data)}`;
    jobs.push({ name: 'wakeUp', data, opts: { jobId, removeOnComplete: true, removeOnFail: true } });
  }
  return jobs;
}

/** The wake-ups of a job's payload. Invalid entries are skipped, because anyone with access can write into a Redis. */
export function fromJobData(data: unknown): WakeUp[] {
  if (!Array.isArray(data)) return [];
  return data.slice(0, WAKE_UPS_MAX).flatMap((id) => {
    const match =
      typeof id === 'string' ? /^(?<projectId>\w{1,64})\.(?<executionId>\w{1,64})-(?<epoch>\d{1,9})$/.exec(id) : null;
    if (match?.groups === undefined) return [];
    const { projectId = '', executionId = '', epoch } = match.groups;
    return [{ projectId, executionId, epoch: Number(epoch) }];
  });
}

const digest = (ids: readonly string[]): string => createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
