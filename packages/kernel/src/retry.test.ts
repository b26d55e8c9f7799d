import { describe, expect, it } from 'vitest';
import { retry } from './retry.ts';

const PAUSES = { pauseMs: 1, pauseMsMax: 2 } as const;
const failing = (times: number) => {
  let calls = 0;
  const work = async (): Promise<number> => {
    if (++calls <= times) throw new Error(`failure ${calls}`);
    return calls;
  };
  return work;
};

describe('retry', () => {
  it('returns the first success, and calls `again` before each repetition', async () => {
    const asked: (readonly [string, number])[] = [];
    const again = (error: unknown, attempt: number) => asked.push([(error as Error).message, attempt]) > 0;
    expect(await retry(failing(2), { ...PAUSES, again })).toBe(3);
    expect(asked).toEqual([
      ['failure 1', 1],
      ['failure 2', 2],
    ]);
  });

  it('rejects with the last error when `again` returns false', async () => {
    const again = (_: unknown, attempt: number) => attempt < 3;
    await expect(retry(failing(9), { ...PAUSES, again })).rejects.toThrow('failure 3');
  });

  it('stops when `again` throws, or when its signal aborts during a pause', async () => {
    const defect = new Error('a defect');
    const thrown = retry(failing(1), {
      ...PAUSES,
      again: () => {
        throw defect;
      },
    });
    await expect(thrown).rejects.toBe(defect);
    const ending = new AbortController();
    const hour = { pauseMs: 3_600_000, pauseMsMax: 3_600_000, signal: () => ending.signal };
    const again = (): boolean => {
      setImmediate(() => ending.abort());
      return true;
    };
    await expect(retry(failing(1), { ...hour, again })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
