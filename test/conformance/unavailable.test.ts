/** Tools whose external service is not configured: shown, quoted, and not executed. */
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, quote, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Tool } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
/** Null where every external service is configured; then there is nothing here to see. */
let tool: Tool | null;

beforeAll(async () => {
  const { tools } = (await client.get<Catalog>('/tools')).data;
  tool = tools.find(({ available, example }) => !available && !('source' in example)) ?? null;
});

// spec 2.2: "available: boolean; true when the external service the tool needs is configured and the tool can be offered"
// contract 2: "tool_unavailable (its external service is not configured)"
test('a tool without its external service is quoted with a blocker, and refused as not found', async ({ skip }) => {
  if (tool === null) return skip('every external service is configured');
  expect(tool.unavailableReason).toMatch(/\S/);
  expect(tool.models.every(({ available }) => !available)).toBe(true);
  expect((await quote(client, tool.name, tool.example)).blockers).toEqual(['tool_unavailable']);
  expect((await execute(client, await quoted(client, tool.name, tool.example))).outcome).toBe('404 tool_unavailable');
});

// contract 4: "blockers names every gate that would refuse the execution now (availability, switch, cap, balance)"
test('a pipeline is as available as all its steps', async ({ skip }) => {
  if (tool === null) return skip('every external service is configured');
  const args = { steps: [{ tool: tool.name, arguments: tool.example }] };
  expect((await quote(client, 'pipeline', args)).blockers).toEqual(['tool_unavailable']);
  expect((await execute(client, await quoted(client, 'pipeline', args))).outcome).toBe('404 tool_unavailable');
});
