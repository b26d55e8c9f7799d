/** Third-party tests of MCP servers: the official conformance suite, and the inspector. */
// Modes: embedded.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { dataIn } from './client/mcp-host.ts';
import { foreign } from './client/shell.ts';
import { EXPECTED, officially } from './mcp/official.ts';

const keys = identitiesOf(import.meta.filename);
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const LIMIT_MS = 150_000;
/** Only in embedded mode: in services mode it would test the same gateway once more. */
const isElsewhere = inject('mode') !== 'embedded';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-official-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(command: string, ...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const { code, stdout, stderr } = await foreign([command, ...args], folder);
  return { code, said: stdout === '' ? stderr : stdout };
}

const REVISIONS = ['2025-11-25', '2026-07-28'];

// issue 10.4: "The official conformance suite and the inspector run in CI"
test(
  'the official suite passes for both revisions, except for features of its example server',
  async (context) => {
    if (isElsewhere) return context.skip();
    const runs = REVISIONS.map((revision) => ['--suite', 'all', '--spec-version', revision]);
    await officially(runs, keys, folder);
    const expected = readFileSync(EXPECTED, 'utf8');
    for (const scenario of [
      'server-initialize',
      'ping',
      'tools-list',
      'http-header-validation',
      'dns-rebinding-protection',
    ])
      expect(expected).not.toContain(`- ${scenario}`);
  },
  LIMIT_MS * 2,
);

/** Downloaded for the test alone: with its pages it has 110 MB that no user of the project needs. */
async function inspector(): Promise<string | null> {
  const { code, said } = await run(
    'npm',
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    INSPECTOR,
  );
  if (code === 0) return join(folder, 'node_modules/.bin/mcp-inspector');
  process.stdout.write(`skipped: ${INSPECTOR} cannot be installed: ${said.split('\n')[0]}\n`);
  return null;
}

// issue 10.4: "The official conformance suite and the inspector run in CI"
test(
  'the inspector lists the tools, calls one, and shows an error',
  async (context) => {
    const program = isElsewhere ? null : await inspector();
    if (program === null) return context.skip();
    const inspect = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const where = [
        '--cli',
        `${gatewayUrl()}/mcp`,
        '--transport',
        'http',
        '--header',
        `Authorization: Bearer ${keys.key}`,
      ];
      const { said } = await run(program, ...where, '--method', ...args);
      return JSON.parse(said) as Record<string, unknown>;
    };
    const { tools } = (await inspect('tools/list')) as {
      tools: { name: string; inputSchema: { required?: string[] } }[];
    };
    expect(tools.find(({ name }) => name === 'execute')?.inputSchema.required).toContain('maxChargeMicros');
    const described = await inspect('tools/call', '--tool-name', 'describe_tool', '--tool-arg', 'tool=image-resize');
    expect(dataIn(described['content'])).toMatchObject({ name: 'image-resize', price: { unit: 'megapixel' } });
    const wrong = await inspect('tools/call', '--tool-name', 'describe_tool', '--tool-arg', 'tool=image-rezise');
    expect(wrong).toMatchObject({ isError: true });
  },
  LIMIT_MS * 2,
);
