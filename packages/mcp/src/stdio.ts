/** The MCP server over standard input and output, for hosts that start it as a process: the same tools, one session, one budget. */
import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { apiOverHttp, type HttpApiOptions } from './http-api.ts';
import { createMcpServer } from './server.ts';
import { createSpendLimit } from './spend-limit.ts';
import { saveInto } from './tools/save-path.ts';
import { uploadFrom } from './tools/upload-path.ts';
import { withArguments } from './understood.ts';

export interface StdioOptions extends HttpApiOptions {
  /** Null: only the caps of the key and its project apply. */
  readonly maxSpendMicros: number | null;
  /** Directories from which files may be uploaded. */
  readonly roots: readonly string[];
  /** Directory that artifacts may be saved into, with all links resolved. Null: artifacts are not saved. */
  readonly saveTo: string | null;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Resolves when the host has closed its end, or when the signal aborts. */
export async function mcpOverStdio({
  maxSpendMicros,
  roots,
  saveTo,
  input,
  output,
  signal,
  ...system
}: StdioOptions): Promise<void> {
  const spendLimit = maxSpendMicros === null ? {} : { spendLimit: createSpendLimit(maxSpendMicros) };
  const api = apiOverHttp(system);
  const local = [uploadFrom(roots), ...(saveTo === null ? [] : [saveInto(saveTo)])];
  const handle = serveStdio((context) => createMcpServer({ api, local, ...spendLimit }, context), {
    transport: understanding(new StdioServerTransport(input, output)),
  });
  await new Promise<void>((resolve) => {
    for (const end of ['end', 'close', 'error']) input.once(end, () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}

/** The server gets each message with the arguments of a tool call as an object, as over HTTP. */
function understanding(transport: StdioServerTransport): StdioServerTransport {
  let receive: StdioServerTransport['onmessage'];
  return Object.defineProperty(transport, 'onmessage', {
    get: (): typeof receive => receive && ((message, ...more) => receive?.(withArguments(message), ...more)),
    set: (next: typeof receive) => {
      receive = next;
    },
  });
}
