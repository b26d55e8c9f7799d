/** The recipe "endpoint": a route without a handler does not compile; with one it responds to authorised clients and is in the OpenAPI document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@farebox/testing';
import { type Started, startCopy } from './started.ts';

const ROUTES = 'packages/contract/src/routes/executions.ts';
const HANDLERS = 'apps/gateway/src/handlers/index.ts';
const PATH = '/tools/executions/{id}/steps';
const ROUTE = `  countSteps: {
    method: 'GET',
    path: '${PATH}',
    scope: 'executions:read',
    summary: 'Count the steps of an execution',
    description: 'For a test of the recipe.',
    params: { id: ExecutionId },
    successes: { 200: { description: 'How many there are.', schema: StepCount } },
    errors: ['execution_not_found'],
  },
`;
const SCHEMA = `const StepCount = Type.Object(
  { count: Type.Integer({ minimum: 0, maximum: 100, format: 'int32', description: 'Steps.' }) },
  { $id: 'StepCount', additionalProperties: false, description: 'Steps of an execution.' },
);
`;
const HANDLER = `/** How many steps an execution has: for a test of the recipe. */
import { AppError } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';

export const countSteps =
  ({ executions }: Pick<Dependencies, 'executions'>): Handler<'countSteps'> =>
  async ({ identity, params }) => {
    const execution = await executions.get(identity.project.id, params.id);
    if (execution === null) throw new AppError('execution_not_found');
    return { status: 200, data: { count: execution.steps.length } };
  };
`;
const MATRIX = 'apps/gateway/src/isolation/public-requests.fixture.ts';
const SAMPLES = 'packages/contract/src/openapi/samples/sdk-calls.ts';
const LINT = `/** For a test of the recipe. */
import { openApiLint } from './checks/openapi.ts';

console.log(await openApiLint.run({ root: process.cwd() } as never));
`;

let copy: Copy;
let started: Started | undefined;
beforeAll(() => {
  copy = copyProject();
});
afterAll(async () => {
  await started?.stop();
  copy[Symbol.dispose]();
});

test('a new route compiles when it has a handler, and not before', () => {
  copy.replace(ROUTES, '  listExecutions: {\n', `${ROUTE}  listExecutions: {\n`);
  copy.replace(ROUTES, 'export const executionRoutes', `${SCHEMA}\nexport const executionRoutes`);
  const { output } = copy.typecheck();
  expect(output).toContain(HANDLERS);
  expect(output).toContain('countSteps');
  copy.write('apps/gateway/src/handlers/count-steps.ts', HANDLER);
  copy.replace(HANDLERS, '  getExecution: ', '  countSteps: countSteps(dependencies),\n  getExecution: ');
  copy.replace(
    HANDLERS,
    `import { createExecution }`,
    `import { countSteps } from './count-steps.ts';\nimport { createExecution }`,
  );
  const { output: asked } = copy.typecheck();
  expect(asked).toContain(MATRIX);
  expect(asked).toContain(SAMPLES);
  copy.replace(
    MATRIX,
    '  getExecution: ',
    '  countSteps: [({ executionId }) => get(`/tools/executions/${executionId}/steps`)],\n  getExecution: ',
  );
  copy.replace(SAMPLES, '  getExecution: ', '  countSteps: null,\n  getExecution: ');
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
});

test('"npm run generate" adds it to the OpenAPI document, which passes its rules', () => {
  expect(copy.generate()).toMatchObject({ code: 0 });
  expect(copy.read('docs/openapi.json')).toContain(`"${PATH}"`);
  copy.write('test/runner/lint.ts', LINT);
  expect(copy.node('test/runner/lint.ts')).toEqual({ code: 0, output: 'null\n' });
});

test('the conformance suite demands it in the table of the specification', () => {
  const { code, output } = copy.vitest('--root', 'test/conformance', 'openapi.test.ts', '-t', 'the route table');
  expect(code).not.toBe(0);
  expect(output).toContain(`+   "GET ${PATH} executions:read"`);
});

test('a started gateway serves it with a key of the project, and refuses a request without a key or for an unknown execution', async () => {
  started = await startCopy(copy);
  const { id } = await started.bought('image-analyze', { source: { fileId: 'file_sample_photo' } });
  const path = (of: string): string => PATH.replace('{id}', of);
  expect(await started.ask(path(id))).toMatchObject({ status: 200, data: { count: 1 } });
  expect(await started.ask(path(id), { key: null })).toMatchObject({ status: 401, message: 'invalid_api_key' });
  const nobodys = path(`exe_${'0'.repeat(26)}`);
  expect(await started.ask(nobodys)).toMatchObject({ status: 404, message: 'execution_not_found' });
  const { paths } = JSON.parse(await started.openApi()) as { paths: Record<string, { get: { security: unknown } }> };
  expect(paths[PATH]?.get).toMatchObject({ responses: { 200: {}, 401: {}, 403: {}, 404: {}, 429: {} } });
});
