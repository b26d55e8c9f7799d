/** Leaves a timer, in a process that still has the server of the previous file. */
import { expect, test } from 'vitest';

test('begins to wait', () => {
  expect(setInterval(() => undefined, 60_000).hasRef()).toBe(true);
});
