/**
 * How looks travel in BullMQ jobs. A payload carries ids only: no input, no amount, no name, nothing of a customer.
 */
import { createHash } from 'node:crypto';
import type { Look } from './work-queue.ts';

export interface LookJob {
  readonly name: 'look';
  /** `${projectId}.${executionId}-${epoch}` of every look. */
  readonly data: readonly string[];
  readonly opts: { readonly jobId: string; readonly removeOnComplete: true; readonly removeOnFail: true };
}

/** More looks than any producer puts into one job: a larger payload is not ours. */
const LOOKS_MAX = 256;

/** Each distinct look once, in order, at most `looksPerJob` in a job. A job of one look is named after it. */
export function toJobs(looks: readonly Look[], looksPerJob: number): LookJob[] {
  const ids = [...new Set(looks.map(({ projectId, executionId, epoch }) => `${projectId}.${executionId}-${epoch}`))];
  const jobs: LookJob[] = [];
  for (let start = 0; start < ids.length; start += looksPerJob) {
    const data = ids.slice(start, start + looksPerJob);
    const jobId = data.length === 1 ? (data[0] as string) : `together-${digest(data)}`;
    jobs.push({ name: 'look', data, opts: { jobId, removeOnComplete: true, removeOnFail: true } });
  }
  return jobs;
}

/** The looks of a job's payload; what is not one is left out, since anybody may write into a Redis. */
export function fromJobData(data: unknown): Look[] {
  if (!Array.isArray(data)) return [];
  return data.slice(0, LOOKS_MAX).flatMap((id) => {
    const match =
      typeof id === 'string' ? /^(?<projectId>\w{1,64})\.(?<executionId>\w{1,64})-(?<epoch>\d{1,9})$/.exec(id) : null;
    if (match?.groups === undefined) return [];
    const { projectId = '', executionId = '', epoch } = match.groups;
    return [{ projectId, executionId, epoch: Number(epoch) }];
  });
}

const digest = (ids: readonly string[]): string => createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
