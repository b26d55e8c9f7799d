/** `farebox tool import mcp`: a manifest for each tool of an MCP server. Tools are listed, and none is called. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { importMcpTool } from '@farebox/manifest';
import { join } from 'node:path';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { writeImported } from './imported.ts';

export interface McpImportFlags {
  readonly prefix: string;
  readonly tool?: string;
  readonly secret?: string;
  readonly tokenEnv?: string;
  readonly out?: string;
}

const PREFIX = /^[a-z][a-z0-9]{0,19}$/;
const LIST_MS = 15_000;
const PAGES_MAX = 20;

/** Throws CommandError if the server cannot be read, and UsageError if a file exists. */
export async function importMcpTools(server: URL, flags: McpImportFlags, context: Context): Promise<void> {
  const { prefix, secret, out = '.' } = flags;
  if (!PREFIX.test(prefix)) throw new UsageError('--prefix must be a word for your team, such as acme');
  const tools = (await listed(server, tokenOf(flags, context))).filter(
    ({ name }) => flags.tool === undefined || flags.tool === name,
  );
  if (tools.length === 0) throw new CommandError('failed', 'the server has no such tool');
  for (const tool of tools) {
    const name = `${prefix}-${nameOf(tool.name)}`;
    const imported = importMcpTool(tool, { url: server.href, name, ...(secret === undefined ? {} : { secret }) });
    if (!imported.ok) throw new CommandError('failed', plain(`${server.href} ${imported.problem}`));
    await writeImported(imported, join(out, `${name}.yaml`), context);
  }
}

function tokenOf({ tokenEnv }: McpImportFlags, { env }: Context): string | null {
  if (tokenEnv === undefined) return null;
  const token = env[tokenEnv];
  if (token === undefined || token === '') throw new UsageError(`--token-env: ${tokenEnv} is not set`);
  return token;
}

/** Names of MCP tools have any characters. */
function nameOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return (
    words
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '')
      .join('-')
      .slice(0, 40)
      .replace(/-$/, '') || 'tool'
  );
}

async function listed(server: URL, token: string | null): Promise<readonly { readonly name: string }[]> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const client = new Client({ name: 'farebox', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  try {
    const options = { timeout: LIST_MS };
    await client.connect(new StreamableHTTPClientTransport(server, { requestInit: { headers } }), options);
    const tools: { readonly name: string }[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const found = await client.listTools(cursor === undefined ? {} : { cursor }, options);
      tools.push(...found.tools);
      cursor = found.nextCursor;
      if (cursor === undefined) break;
    }
    return tools;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'error';
    throw new CommandError('unreachable', plain(`the MCP server at ${server.host} cannot be read: ${reason}`));
  } finally {
    client.close().catch(() => {}); // not awaited
  }
}
