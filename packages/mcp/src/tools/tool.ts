/** A tool of the MCP server: its definition for hosts, and its implementation. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { compileReader, type JsonObject } from '@farebox/catalog';
import { type Static, type TObject, Type, type TProperties } from 'typebox';
import type { Api } from '../api.ts';
import { failure } from '../result.ts';
import { understood } from '../understood.ts';
import type { SpendLimit } from '../spend-limit.ts';

export interface Session {
  readonly api: Api;
  /** Null: only the caps of the key and its project apply. */
  readonly spendLimit: SpendLimit | null;
  /** Whether the host accepts a task instead of a result. */
  readonly followsTasks: boolean;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

export interface McpTool {
  readonly definition: Tool;
  readonly run: (args: Readonly<Record<string, unknown>>, session: Session) => Promise<CallToolResult>;
}

export interface ToolOptions<I extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly hints: Tool['annotations'];
  readonly run: (input: Static<I>, session: Session) => Promise<CallToolResult>;
}

export const closed = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });

export function mcpTool<I extends TObject>({ input, hints, run, ...told }: ToolOptions<I>): McpTool {
  const read = compileReader<Static<I>>(input, 'is not an argument of this tool');
  return {
    definition: {
      ...told,
      inputSchema: input as unknown as Tool['inputSchema'],
      annotations: { openWorldHint: false, ...hints },
    },
    async run(args, session) {
      const validated = read(understood({ ...args }, input) as JsonObject);
      if (validated.ok) return run(validated.arguments, session);
      const advice = `Correct the arguments of ${told.name} that details.fields names.`;
      return failure({ message: 'invalid_tool_arguments', advice, details: { fields: validated.fields } });
    },
  };
}
