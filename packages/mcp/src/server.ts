/** The MCP server: the same tools whoever reaches it and however. It holds nothing between two calls but what the session was given. */
import { readFileSync } from 'node:fs';
import { type McpRequestContext, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { AppError } from '@farebox/contract';
import type { Api } from './api.ts';
import { failure, failureOf } from './result.ts';
import type { SpendLimit } from './spend-limit.ts';
import { followsTasks, TASKS } from './tasks/extension.ts';
import { serveTasks } from './tasks/requests.ts';
import { TOOLS } from './tools/index.ts';
import type { McpTool, Session } from './tools/tool.ts';

export interface McpOptions {
  readonly api: Api;
  readonly spendLimit?: SpendLimit;
  /** In the place of the upload by value, where files can be read. */
  readonly upload?: McpTool;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const INSTRUCTIONS =
  'Paid tools for images, sound, video and text. list_tools, describe_tool and quote are free; execute costs money, at most what you agree to by maxChargeMicros. ' +
  'The order is: upload_file where a tool takes a file, quote, execute, then get_execution until it has ended. Amounts are micro-units of USD. ' +
  'If execute fails or nothing comes back, repeat it with the same quoteId: a quote is paid once.';

/** @param era of the protocol that this server will speak: a task is one of the current revision. */
export function createMcpServer({ api, spendLimit, upload }: McpOptions, { era }: McpRequestContext): McpServer {
  // What reads files takes the place of what takes them by value: both have one name.
  const byName = new Map(
    [...TOOLS, ...(upload === undefined ? [] : [upload])].map((tool) => [tool.definition.name, tool]),
  );
  const mcp = new McpServer(
    { name: 'farebox', title: 'Farebox', version },
    {
      capabilities: { tools: {}, ...(era === 'modern' ? { extensions: { [TASKS]: {} } } : {}) },
      instructions: INSTRUCTIONS,
    },
  );
  const { server } = mcp;
  const sessionOf = (context: ServerContext): Session => ({
    api,
    spendLimit: spendLimit ?? null,
    followsTasks: followsTasks(context),
    signal: context.mcpReq.signal,
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...byName.values()].map(({ definition }) => definition) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (tool === undefined)
      return failure({
        message: 'unknown_tool',
        advice: `Call one of ${[...byName.keys()].join(', ')}. Paid tools are run by execute.`,
      });
    try {
      return await tool.run(params.arguments ?? {}, sessionOf(context));
    } catch (error) {
      if (error instanceof AppError) return failureOf(error);
      throw error;
    }
  });
  if (era === 'modern') serveTasks(mcp, sessionOf);
  return mcp;
}
