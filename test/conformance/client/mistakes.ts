/** Requests with one typical mistake each, for tests of the facts that the error gives. */
import { expect } from 'vitest';
import type { Reply } from './connect.ts';

/** A mistake, the error that it gets, and what its details have at least. */
export type Mistake = readonly [ask: () => Promise<Reply>, outcome: string, details: () => object];
type Mistakes = Readonly<Record<string, Mistake>>;

/** For `test.each`. */
export const rowsOf = (mistakes: Mistakes) =>
  Object.entries(mistakes).map(([name, mistake]) => [name, ...mistake] as const);

export async function expectFacts(...[ask, outcome, details]: Mistake): Promise<void> {
  const reply = await ask();
  expect(reply.outcome).toBe(outcome);
  expect(reply.error.details).toMatchObject(details());
}

/** Details that name a field and its problem. */
export const field = (name: string, problem: string) => () => ({
  fields: { [name]: expect.stringContaining(problem) as string },
});
