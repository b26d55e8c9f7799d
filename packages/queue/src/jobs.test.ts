import { describe, expect, test } from 'vitest';
import { fromJobData, toJobs } from './jobs.ts';

const wakeUps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ projectId: 'proj_1', executionId: `exe_${index}`, epoch: index }));

describe('wake-ups in jobs', () => {
  test.each([
    { count: 0, wakeUpsPerJob: 16, sizes: [] },
    { count: 1, wakeUpsPerJob: 16, sizes: [1] },
    { count: 17, wakeUpsPerJob: 16, sizes: [16, 1] },
    { count: 3, wakeUpsPerJob: 1, sizes: [1, 1, 1] },
  ])(
    '$count wake-ups, $wakeUpsPerJob per job, are sent as jobs of $sizes and arrive complete',
    ({ count, wakeUpsPerJob, sizes }) => {
      const jobs = toJobs(wakeUps(count), wakeUpsPerJob);
      expect(jobs.map(({ data }) => data.length)).toEqual(sizes);
      expect(jobs.flatMap(({ data }) => fromJobData(JSON.parse(JSON.stringify(data))))).toEqual(wakeUps(count));
    },
  );

  test('a job of one wake-up is named after it, so that a repeated one is the same job', () => {
    expect(toJobs([{ projectId: 'proj_1', executionId: 'exe_a', epoch: 3 }], 16)[0]?.opts.jobId).toBe('proj_1.exe_a-3');
  });

  test('the same group of wake-ups is the same job, and other groups are other jobs', () => {
    const name = (count: number) => toJobs(wakeUps(count), 16)[0]?.opts.jobId;
    expect(name(4)).toBe(name(4));
    expect(name(4)).not.toBe(name(5));
  });

  test.each([
    undefined,
    null,
    0,
    'p.exe_a-1',
    {},
    [1],
    ['p.exe_a'],
    ['p.exe_a-'],
    ['p.-1'],
    ['exe_a-1'],
    ["p.exe_a'; --1"],
    ['p.exe_a-1e9'],
  ])('a foreign payload (%j) contains no wake-up', (data) => {
    expect(fromJobData(data)).toEqual([]);
  });

  test('a payload of any length yields a bounded number of wake-ups', () => {
    expect(fromJobData(Array.from({ length: 10_000 }, (_, index) => `proj_1.exe_${index}-0`))).toHaveLength(256);
  });
});
