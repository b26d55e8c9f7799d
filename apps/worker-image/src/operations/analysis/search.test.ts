import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search } from './search.ts';

/** An ideal encoder: bytes and similarity grow with every rung. */
const ladderOf = (steps: readonly { bytes: number; likeness: number }[]) => {
  let [bytes, likeness] = [0, 0];
  const all = steps.map((step) => ({ bytes: (bytes += step.bytes), similarity: (likeness += step.likeness) }));
  return all.map((each) => ({ ...each, similarity: each.similarity / (likeness + 1) }));
};
const anyLadder = fc
  .array(fc.record({ bytes: fc.integer({ min: 1, max: 50 }), likeness: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 100,
  })
  .map(ladderOf);
const anyGoal = fc.record({
  bytesMax: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4000 })),
  similarity: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

describe('the search', () => {
  it('finds the same rung as an exhaustive search, within the tries that are paid for', async () => {
    await fc.assert(
      fc.asyncProperty(anyLadder, anyGoal, async (ladder, goal) => {
        const { rung, tried, met, tries } = await search(ladder.length, goal, (each) => Promise.resolve(ladder[each]!));
        const fitting = ladder.filter(({ bytes }) => bytes <= goal.bytesMax);
        const alike = fitting.filter(({ similarity }) => goal.similarity !== null && similarity >= goal.similarity);
        const best = alike[0] ?? fitting.at(-1) ?? ladder[0]!;
        expect(tried).toEqual(best);
        expect(ladder[rung]).toBe(tried);
        expect(met).toBe(goal.similarity === null ? fitting.length > 0 : alike.length > 0);
        expect(tries).toBeLessThanOrEqual(Math.ceil(Math.log2(ladder.length + 1)));
      }),
      { numRuns: 2000 },
    );
  });

  it('reports the measured values of its choice, even if the encoder is not monotonic', async () => {
    const any = fc.array(
      fc.record({ bytes: fc.integer({ min: 1, max: 99 }), similarity: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { minLength: 1, maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(any, anyGoal, async (ladder, goal) => {
        const { rung, tried, met } = await search(ladder.length, goal, (each) => Promise.resolve(ladder[each]!));
        expect(ladder[rung]).toBe(tried);
        expect(met).toBe(tried.bytes <= goal.bytesMax && tried.similarity >= (goal.similarity ?? 0));
      }),
    );
  });
});
