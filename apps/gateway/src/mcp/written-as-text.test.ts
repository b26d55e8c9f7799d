/** A host may write the arguments of a call as one JSON text: the gateway reads it, and refuses no message of the protocol. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  key = (await (await gateway.newProject()).newKey()).token;
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

async function called(name: string, args: unknown): Promise<string> {
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return await response.text();
}

test.each([['{"text": "resize"}'], [{ text: 'resize' }]])('list_tools with %j', async (args) => {
  const reply = await called('list_tools', args);
  expect(reply).toContain('image-resize');
  expect(reply).not.toContain('image-analyze');
});

test('no arguments may be an empty text or null', async () => {
  for (const args of ['', null, {}]) expect(await called('get_usage', args)).toContain('availableMicros');
});

test('a pipeline whose steps are one text, with numbers as text, is quoted', async () => {
  const step = { tool: 'image-resize', arguments: { source: { fileId: 'file_sample_photo' }, width: '32' } };
  const next = { tool: 'image-convert', arguments: { source: { step: '0', artifact: '0' }, model: 'webp' } };
  const args = JSON.stringify({ tool: 'pipeline', arguments: JSON.stringify({ steps: JSON.stringify([step, next]) }) });
  expect(await called('quote', args)).toContain('quo_');
});
