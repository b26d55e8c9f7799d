/** The instructions to agents are true: the page that a gateway serves, and the skill of this repository. */
// Modes: embedded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { ENDPOINTS } from './client/endpoints.ts';
import { newIdempotencyKey } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { host } from './client/mcp-host.ts';
import { shell } from './client/shell.ts';
import type { ExecutionList } from './client/wire.ts';

const { key } = identitiesOf(import.meta.filename);
const SKILL = join(import.meta.dirname, '../../skills/farebox/SKILL.md');
const LIMIT_MS = 120_000;

const page = async (): Promise<Response> => fetch(`${gatewayUrl()}/llms.txt`);

// issue 10.4: "`/llms.txt` and an agent skill file describe the API briefly"
test('the page needs no key, is short, and names every endpoint and every tool of MCP', async () => {
  const response = await page();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const text = await response.text();
  expect(text.length).toBeLessThan(10_000);
  expect(text).toMatch(/^# Farebox\n\n> /);
  for (const { method, template } of ENDPOINTS) expect(text).toContain(`\`${method} ${template}\``);
  await using mcp = await host(key);
  for (const { name } of (await mcp.client.listTools()).tools) expect(text).toContain(`- \`${name}\`: `);
});

// issue 10.4: "`/llms.txt` and an agent skill file describe the API briefly"
test.each([
  ['the page', async () => (await page()).text()],
  ['the skill', async () => readFileSync(SKILL, 'utf8')],
])(
  'the job of %s runs as it stands, and its repetition is paid once',
  async (_, read) => {
    const [, script = ''] = /^```sh\n([^]*?)^```$/m.exec(await read()) ?? [];
    const env = { FAREBOX_URL: gatewayUrl(), FAREBOX_API_KEY: key, ORDER: newIdempotencyKey() };
    const options = { env, cwd: import.meta.dirname };
    expect(await shell(script, options)).toMatch(/"status":"succeeded"/);
    expect(await shell(script, options)).toMatch(/"status":"succeeded"/);
    const found = await connect(key).get<ExecutionList>(`/tools/executions?idempotencyKey=${env.ORDER}`);
    expect(found.data.executions).toHaveLength(1);
  },
  LIMIT_MS,
);

// issue 10.4: "`/llms.txt` and an agent skill file describe the API briefly"
test('the skill has a name and says when to use it', () => {
  expect(readFileSync(SKILL, 'utf8')).toMatch(/^---\nname: farebox\ndescription: .{50,1000}\n---\n/);
});
