/** Results at `/mcp` as a model reads them: short, sent once, with images on request, near names, and the effect of a cancel. */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { identitiesOf } from './client/identities.ts';
import { type Ended, ended, host, type Problem, type Quoted } from './client/mcp-host.ts';

const keys = identitiesOf(import.meta.filename);
const photo = { fileId: 'file_sample_photo' };

// issue 25.12: "No answer of the MCP server is above 2,000 tokens without being asked for; results are sent once."
test('results are short and are sent once, and everything else can be asked for', async () => {
  let last = '';
  await using mcp = await host(keys.key2, { onReply: (text) => void (last = text) });
  const sent = async (name: string, args: object): Promise<{ data: Record<string, unknown>; characters: number }> => {
    const { data } = await mcp.call(name, args);
    const { result } = JSON.parse(last) as { result: object };
    expect(result).not.toHaveProperty('structuredContent');
    return { data, characters: JSON.stringify(result).length };
  };
  const { data: list } = await sent('list_tools', {});
  for (const { name } of list['tools'] as { name: string }[])
    expect([name, (await sent('describe_tool', { tool: name })).characters <= 8_000]).toEqual([name, true]);
  expect((await sent('list_tools', {})).characters).toBeLessThanOrEqual(8_000);
  const { data: step } = await sent('describe_tool', { tool: 'pipeline', part: 'image-resize' });
  expect(step).toMatchObject({ value: { properties: { tool: { const: 'image-resize' } } } });
  const full = await sent('describe_tool', { tool: 'pipeline', detail: 'full' });
  expect(full.characters).toBeGreaterThan(20_000);
});

// issue 25.12: "Nearest names"
test('an unknown tool is answered with the nearest names', async () => {
  await using mcp = await host(keys.key2);
  for (const name of ['describe_tool', 'quote']) {
    const { isError, data } = await mcp.call<Problem>(name, {
      tool: 'image-rezise',
      ...(name === 'quote' ? { arguments: {} } : {}),
    });
    expect([isError, data.message]).toEqual([true, 'tool_not_found']);
    expect(data.advice).toMatch(/^Did you mean image-resize/);
  }
});

// issue 25.12: "images that the model can look at"
// issue 25.12: "whether a cancel was taken"
test('a model looks at the image that it bought, and its cancel afterwards says that it was too late', async () => {
  await using mcp = await host(keys.key2);
  const asked = { tool: 'image-resize', arguments: { source: photo, width: 33 } };
  const { data: quote } = await mcp.call<Quoted>('quote', asked);
  const paying = { ...asked, quoteId: quote.quoteId, maxChargeMicros: quote.maximumChargeMicros };
  const { data } = await ended(mcp, (await mcp.call<Ended>('execute', paying)).data);
  const [artifact] = data.artifacts;
  const { executionId } = data;
  const { images } = await mcp.call('view_artifact', { executionId, fileId: artifact?.fileId });
  const bytes = Buffer.from(images[0]?.data ?? '', 'base64');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact?.sha256);
  const late = await mcp.call('cancel_execution', { executionId });
  expect(late.isError).toBe(false);
  expect(late.data).toMatchObject({ cancel: 'too_late', status: 'succeeded', chargedMicros: data.chargedMicros });
});
