import { describe, expect, test } from 'vitest';
import { simulatorForEach } from './testing/fixture.ts';

const fixture = simulatorForEach({ idempotent: [] });
const PATH = '/_simulator/script';

const script = (body: unknown): Promise<Response> =>
  fetch(`${fixture().url}${PATH}`, { method: 'PUT', body: JSON.stringify(body) });
const statuses = async (count: number, prompt: (index: number) => string = () => 'cat'): Promise<number[]> => {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await fixture().image(prompt(index))).status);
  return found;
};

describe('the script', () => {
  test('applies to the next matching calls, and is then used up', async () => {
    await script({ next: [{ behaviour: '500', times: 2, contains: 'dog' }] });
    expect(await statuses(1)).toEqual([200]);
    expect(await statuses(3, () => 'dog')).toEqual([500, 500, 200]);
  });

  test('still applies after a restart until it is used up', async () => {
    await script({ next: [{ behaviour: 'crash-after-accept' }, { behaviour: '500', provider: 'openai' }] });
    await expect(fixture().image('cat')).rejects.toThrow('fetch failed');
    await fixture().restart();
    expect(await statuses(2)).toEqual([500, 200]);
    expect(await (await fixture().get(PATH)).json()).toEqual({ next: [], mix: null });
  });

  test('yields to a directive in the prompt', async () => {
    await script({ next: [{ behaviour: '500', times: 5 }] });
    expect(await statuses(1, () => '#sim:ok cat')).toEqual([200]);
  });

  test('mixes behaviours by weight, and the same seed and prompts get the same behaviours', async () => {
    const mix = { seed: 7, weights: { ok: 80, '500': 15, '429(2)': 5 } };
    const prompt = (index: number): string => `cat ${index}`;
    await script({ mix });
    const drawn = await statuses(60, prompt);
    const counts = (status: number): number => drawn.filter((each) => each === status).length;
    expect(counts(200)).toBeGreaterThan(counts(500));
    expect(counts(500)).toBeGreaterThan(0);
    await fixture().restart();
    expect(await statuses(60, prompt)).toEqual(drawn);
    await script({ mix: { ...mix, seed: 8 } });
    expect(await statuses(60, prompt)).not.toEqual(drawn);
  });

  test('gives a retried call a new draw', async () => {
    await script({ mix: { seed: 1, weights: { ok: 50, '500': 50 } } });
    expect(new Set(await statuses(20))).toEqual(new Set([200, 500]));
  });

  test('is refused completely if any part is invalid', async () => {
    await script({ next: [{ behaviour: '500', times: 1 }] });
    const wrong = [
      { next: [{ behaviour: 'hung' }] },
      { next: [{ behaviour: 'ok(2)' }] },
      { next: [{ behaviour: 'ok', times: 0 }] },
      { next: [{ behaviour: 'ok', prompt: 'x' }] },
      { next: {} },
      { mix: { seed: 1, weights: { ok: -1 } } },
      { mix: { weights: {} } },
      { reset: true },
    ];
    for (const body of wrong) expect((await script(body)).status).toBe(400);
    expect(await statuses(2)).toEqual([500, 200]);
  });
});

test('the cost log can be read by token, and cannot be emptied', async () => {
  await fixture().image('cat', 'exe_1.0');
  await fixture().image('cat', 'exe_1.1');
  const found = await (await fixture().get('/_simulator/costs?token=exe_1.1')).json();
  expect(found).toMatchObject({ costs: [{ token: 'exe_1.1' }] });
  expect((await fetch(`${fixture().url}/_simulator/costs`, { method: 'DELETE' })).status).toBe(405);
  expect(await fixture().costs()).toHaveLength(2);
});
