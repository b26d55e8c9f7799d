/** The recipe "endpoint": a route without a handler does not compile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@tollgate/testing';

const ROUTES = 'packages/contract/src/routes/executions.ts';
const HANDLERS = 'apps/gateway/src/handlers/index.ts';
const ROUTE = `  countExecutions: {
    method: 'GET',
    path: '/tools/executions/{id}/count',
    scope: 'executions:read',
    summary: 'Count',
    description: 'For a test of the recipe.',
    params: { id: ExecutionId },
    successes: { 200: { description: 'The execution.', schema: Execution } },
    errors: [],
  },
`;

let copy: Copy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy[Symbol.dispose]());

test('a new route compiles when it has a handler, and not before', () => {
  copy.replace(ROUTES, '  listExecutions: {\n', `${ROUTE}  listExecutions: {\n`);
  const { output } = copy.typecheck();
  expect(output).toContain(HANDLERS);
  expect(output).toContain('countExecutions');
  copy.replace(
    HANDLERS,
    '  getExecution: ',
    '  countExecutions: () => Promise.reject(new Error("later")),\n  getExecution: ',
  );
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
});
