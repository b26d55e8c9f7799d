/** Results that could not be delivered, as operators fetch them. */
import { receivedKey } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { underReview } from '../testing/review.fixture.ts';

let gateway: TestOperatorGateway;
let project: TestProject;
let operator: string;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  project = await gateway.newProject({ fundedMicros: 1_000_000, capMicros: null });
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Received {
  readonly results: readonly { readonly step: number; readonly sizeBytes: number; readonly url: string }[];
}
const listed = (executionId: string, session = operator) =>
  gateway.operate<Received>(`GET /projects/${project.id}/executions/${executionId}/received-results`, { session });

test('an operator downloads the bytes that the service sent; nobody else learns of them', async () => {
  const { executionId } = await underReview(gateway.database, project.id);
  expect((await listed(executionId)).data).toEqual({ results: [] });
  const bytes = Buffer.from('no decoder reads this');
  const key = receivedKey({ projectId: project.id, executionId, step: 0 });
  await gateway.artifacts.put(key, bytes, { mimeType: 'application/octet-stream', sizeBytes: bytes.length });
  const { results } = (await listed(executionId)).data;
  expect(results).toMatchObject([{ step: 0, sizeBytes: bytes.length, fileName: `${executionId}.0` }]);
  expect(Buffer.from(await (await fetch(results[0]!.url)).arrayBuffer())).toEqual(bytes);
  const admin = await gateway.memberSession(project.id, 'ADMIN');
  expect((await listed(executionId, admin)).error.message).not.toBe(undefined);
  expect((await listed(newId('execution'))).error.message).toBe('not_found');
});
