/** Deliberate defects, tried one after the other, and the expected findings of the checker. */
import { expect } from 'vitest';
import { DEFECT_GROUPS } from '../parts/defects.ts';
import { chaos } from '../run.ts';

export async function expectEachFound(group: keyof typeof DEFECT_GROUPS): Promise<void> {
  const { code, output } = await chaos('--part', 'defects', '--only', group);
  expect(code, output).toBe(0);
  const found = output.match(/^✓ .* the checker found |^skipped: /gm);
  expect(found).toHaveLength(DEFECT_GROUPS[group].length);
}
