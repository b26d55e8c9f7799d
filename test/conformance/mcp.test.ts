/** `/mcp` as an agent's host uses it: the main job from the list of tools to the file, mistakes of a model, and that nothing is paid twice. */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { type Ended, ended, executionsOf, host, type Problem, type Quoted, REVISIONS } from './client/mcp-host.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const photo = { fileId: 'file_sample_photo' };

// issue 10.4: "a scripted host does the main job end to end"
test.each(Object.keys(REVISIONS) as (keyof typeof REVISIONS)[])(
  'a host of the %s revision does the main job: list, upload, quote, execute, get, download; a second execute is free',
  async (revision) => {
    await using mcp = await host(keys.key, { revision });
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('execute');
    const { data: list } = await mcp.call<{ tools: { name: string; price: string }[] }>('list_tools', {
      text: 'resize',
    });
    expect(list.tools.map(({ name }) => name)).toContain('image-resize');
    expect(list.tools[0]?.price).toMatch(/\$/);
    const { data: described } = await mcp.call<{ inputSchema: { properties: object } }>('describe_tool', {
      tool: 'image-resize',
    });
    expect(Object.keys(described.inputSchema.properties)).toContain('width');

    const bytes = await png({ width: 64, height: revision === 'current' ? 48 : 40 });
    const uploading = { mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') };
    const { data: file } = await mcp.call<{ fileId: string }>('upload_file', uploading);
    const asked = { tool: 'image-resize', arguments: { source: { fileId: file.fileId }, width: 32 } };
    const { data: quote } = await mcp.call<Quoted>('quote', asked);
    expect(quote.blockers).toEqual([]);

    const before = await executionsOf(keys.key);
    const paying = { ...asked, quoteId: quote.quoteId, maxChargeMicros: quote.maximumChargeMicros };
    const [one, other] = await Promise.all([mcp.call<Ended>('execute', paying), mcp.call<Ended>('execute', paying)]);
    expect(other.data.executionId).toBe(one.data.executionId);
    const { data } = await ended(mcp, one.data);
    expect(data).toMatchObject({ status: 'succeeded', executionId: one.data.executionId });
    expect(data.chargedMicros).toBeLessThanOrEqual(quote.maximumChargeMicros);
    const again = await mcp.call<Ended>('execute', { ...paying, maxChargeMicros: paying.maxChargeMicros + 1 });
    expect(again.data).toMatchObject({ executionId: data.executionId, chargedMicros: data.chargedMicros });
    expect(await executionsOf(keys.key)).toBe(before + 1);

    const [artifact] = data.artifacts;
    const fetched = Buffer.from(await (await fetch(artifact?.url ?? '')).arrayBuffer());
    expect(createHash('sha256').update(fetched).digest('hex')).toBe(artifact?.sha256);
    expect(artifact?.sizeBytes).toBe(fetched.length);
  },
);

// issue 23.9: "MCP: arguments sent as a JSON text, or numbers as text, are understood where unambiguous"
test('arguments written as text are quoted and executed as they are meant', async () => {
  await using mcp = await host(keys.key);
  const tool = 'image-resize';
  const written = JSON.stringify({ source: photo, width: '32' });
  const { data: quote } = await mcp.call<Quoted>('quote', { tool, arguments: written });
  const paying = { tool, quoteId: quote.quoteId, maxChargeMicros: String(quote.maximumChargeMicros) };
  const { data } = await mcp.call<Ended>('execute', { ...paying, arguments: { source: photo, width: 32 } });
  const { data: again } = await mcp.call<Ended>('execute', { ...paying, arguments: written });
  expect(again.executionId).toBe(data.executionId);
  expect((await ended(mcp, data)).data.status).toBe('succeeded');
  const steps = [{ tool, arguments: { source: photo, width: '32' } }];
  const { data: chained } = await mcp.call<Quoted>('quote', { tool: 'pipeline', arguments: { steps } });
  expect(chained.quoteId).toMatch(/^quo_/);
  const { data: refused } = await mcp.call<Problem>('execute', { ...paying, maxChargeMicros: '5.00', arguments: {} });
  expect(refused.message).toBe('invalid_tool_arguments');
});

// issue 10.4: "list tools with their schemas and prices, quote, execute"
// issue 10.5: "it is quoted, executed and listed like a tool"
test('a template is listed, quoted and paid once; its quote is for the version that was active', async () => {
  await using mcp = await host(keys.key);
  const writer = connect(keys.keysByScope['templates:write']);
  const steps = [{ tool: 'image-analyze', arguments: { source: photo } }];
  await writer.post('/tools/templates', { name: 'for-agents', parameters: {}, steps });
  const { data: list } = await mcp.call<{ tools: { name: string }[] }>('list_tools', { text: 'for-agents' });
  expect(list.tools.map(({ name }) => name)).toEqual(['@for-agents']);
  const asked = { tool: '@for-agents', arguments: {} };
  const { data: quote } = await mcp.call<Quoted>('quote', asked);
  const paying = { ...asked, quoteId: quote.quoteId, maxChargeMicros: quote.maximumChargeMicros };
  const { data: first } = await mcp.call<Ended>('execute', paying);
  expect((await ended(mcp, first)).data.status).toBe('succeeded');
  const { data: old } = await mcp.call<Quoted>('quote', asked);
  const description = 'The same, said in other words.';
  await writer.post('/tools/templates', { name: 'for-agents', description, parameters: {}, steps });
  expect((await mcp.call<Ended>('execute', paying)).data.executionId).toBe(first.executionId);
  const before = await executionsOf(keys.key);
  expect((await mcp.call<Problem>('execute', { ...paying, quoteId: old.quoteId })).data).toMatchObject({
    message: 'price_version_mismatch',
  });
  expect(await executionsOf(keys.key)).toBe(before);
});

// issue 10.4: "The idempotency key derives from the quote's id, so a repeated call never pays twice"
test('two quotes of the same request are two purchases; a quote is valid only for its own request', async () => {
  await using mcp = await host(keys.key);
  const asked = { tool: 'image-analyze', arguments: { source: photo } };
  const quotes = [await mcp.call<Quoted>('quote', asked), await mcp.call<Quoted>('quote', asked)];
  const ids = new Set<string>();
  for (const { data } of quotes) {
    const { quoteId, maximumChargeMicros: maxChargeMicros } = data;
    ids.add(
      (await mcp.call<Ended>('execute', { ...asked, quoteId, maxChargeMicros, waitSeconds: 0 })).data.executionId,
    );
  }
  expect(ids.size).toBe(2);
  const other = { tool: 'image-resize', arguments: { source: photo, width: 9 } };
  const quoteId = quotes[0]?.data.quoteId;
  const refused = await mcp.call<Problem>('execute', { ...other, quoteId, maxChargeMicros: 1_000_000 });
  expect([refused.isError, refused.data.message]).toEqual([true, 'quote_mismatch']);
});

// issue 10.4: "execute with a **required** ceiling"
test('nothing is sent without a maximum or below the quote', async () => {
  await using mcp = await host(keys.key2);
  const asked = { tool: 'image-analyze', arguments: { source: photo } };
  const { data: quote } = await mcp.call<Quoted>('quote', asked);
  const { quoteId } = quote;
  const before = await executionsOf(keys.key2);
  const missing = await mcp.call<Problem>('execute', { ...asked, quoteId });
  expect(missing.data).toMatchObject({
    message: 'invalid_tool_arguments',
    details: { fields: { '/maxChargeMicros': 'is required' } },
  });
  const low = await mcp.call<Problem>('execute', { ...asked, quoteId, maxChargeMicros: quote.maximumChargeMicros - 1 });
  expect(low.data.message).toBe('ceiling_too_low');
  expect(await executionsOf(keys.key2)).toBe(before);
});

// issue 10.4: "input errors come back so that a model can correct itself"
test('an input error is a result that names the field, with the message of the API and what to do', async () => {
  await using mcp = await host(keys.key);
  const said = async (name: string, args: object): Promise<Problem> => {
    const { isError, data } = await mcp.call<Problem>(name, args);
    expect(isError).toBe(true);
    return data;
  };
  const wide = await said('quote', { tool: 'image-resize', arguments: { source: photo, width: -1, hight: 3 } });
  expect(wide.message).toBe('invalid_arguments');
  expect(Object.keys(wide.details?.fields ?? {})).toEqual(
    expect.arrayContaining(['/arguments/width', '/arguments/hight']),
  );
  expect((await said('quote', { tool: 'image-rezise', arguments: {} })).advice).toMatch(/list_tools/);
  expect((await said('describe_tool', { tool: 'nothing' })).message).toBe('tool_not_found');
  expect((await said('image-resize', { source: photo })).advice).toMatch(/execute/);
  const invented = { quoteId: 'quo_1', tool: 'image-resize', arguments: {}, maxChargeMicros: 5 };
  expect((await said('execute', invented)).message).toBe('quote_not_found');
  const outdated = `quo_2020-01-01.00000000_5_${'0'.repeat(24)}_${'0'.repeat(32)}`;
  expect((await said('execute', { ...invented, quoteId: outdated })).message).toBe('quote_mismatch');
});

// issue 10.4: "same keys, scopes, limits, ledger"
test('a key has the same rights by MCP as by HTTP: missing, revoked, other project, other scope, no money', async () => {
  for (const [name, key] of Object.entries({ none: null, revoked: keys.keyRevoked, expired: keys.keyExpired })) {
    const reply = await connect(key).post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect([name, reply.outcome]).toEqual([name, '401 invalid_api_key']);
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
  }
  const asked = { tool: 'image-analyze', arguments: { source: photo } };
  await using mine = await host(keys.key);
  const { data: quote } = await mine.call<Quoted>('quote', asked);
  const paying = { ...asked, quoteId: quote.quoteId, maxChargeMicros: quote.maximumChargeMicros };
  const { data: execution } = await mine.call<Ended>('execute', { ...paying, waitSeconds: 0 });
  await using other = await host(keys.keyOther);
  const foreign = await other.call<Problem>('get_execution', { executionId: execution.executionId });
  const absent = await other.call<Problem>('get_execution', { executionId: 'exe_00000000000000000000000000' });
  expect(foreign.data.message).toBe('execution_not_found');
  expect(foreign.data).toEqual(absent.data);
  expect((await other.call<Problem>('cancel_execution', { executionId: execution.executionId })).data).toEqual(
    absent.data,
  );

  await using reader = await host(keys.keysByScope['tools:read']);
  const quoted = await reader.call<Quoted>('quote', asked);
  expect(quoted.data.blockers).toContain('platform_api_key_scope_required');
  const { quoteId, maximumChargeMicros: maxChargeMicros } = quoted.data;
  const refused = await reader.call<Problem>('execute', { ...asked, quoteId, maxChargeMicros });
  expect(refused.data.message).toBe('platform_api_key_scope_required');
  expect((await reader.call<Problem>('get_usage')).data.message).toBe('platform_api_key_scope_required');

  await using poor = await host(keys.keyPoor);
  const unpaid = (await poor.call<Quoted>('quote', asked)).data;
  const tried = { ...asked, quoteId: unpaid.quoteId, maxChargeMicros: unpaid.maximumChargeMicros };
  expect((await poor.call<Problem>('execute', tried)).data.message).toBe('insufficient_balance');
});

// issue 10.4: "A budget per key or per session (`maxSpendMicros`) that a model cannot raise"
test('a cap of the key or its project holds whatever maximum a model passes', async () => {
  await using mcp = await host(keys.keyCapped);
  const asked = { tool: 'image-analyze', arguments: { source: photo } };
  const { data: quote } = await mcp.call<Quoted>('quote', asked);
  expect(quote.blockers).toContain('monthly_cap_reached');
  const { data } = await mcp.call<Problem>('execute', {
    ...asked,
    quoteId: quote.quoteId,
    maxChargeMicros: 9_000_000_000,
  });
  expect(data).toMatchObject({ message: 'monthly_cap_reached', advice: expect.stringMatching(/cannot raise/) });
});

// issue 10.4: "streamable HTTP, stateless"
test('the server is stateless: GET and DELETE are 405, a foreign origin 403, a large body 400, and each request counts', async () => {
  const send = (method: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
    fetch(`${gatewayUrl()}/mcp`, {
      method,
      headers: { Authorization: `Bearer ${keys.key2}`, Accept: 'application/json, text/event-stream', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const json = { 'Content-Type': 'application/json' };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect([(await send('GET')).status, (await send('DELETE')).status]).toEqual([405, 405]);
  expect((await send('POST', { ...json, Origin: 'https://evil.example' }, list)).status).toBe(403);
  expect((await send('POST', json, JSON.stringify({ jsonrpc: '2.0', x: 'x'.repeat(70_000) }))).status).toBe(400);
  const [one, other] = [await send('POST', json, list), await send('POST', json, list)];
  expect([one.status, one.headers.get('Cache-Control'), one.headers.get('Mcp-Session-Id')]).toEqual([
    200,
    'no-store',
    null,
  ]);
  const left = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
  const isNewWindow = left(other) > left(one);
  expect(isNewWindow || left(other) === left(one) - 1).toBe(true);
});
