/** A host without a model: it connects to `/mcp` like one with a model, and calls tools by a script. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connect, gatewayUrl } from './connect.ts';
import type { ExecutionList } from './wire.ts';

export interface Said<T> {
  readonly isError: boolean;
  /** The JSON of the text, as a model reads it; for an error, the error in it. */
  readonly data: T;
  /** The images that follow the text. */
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface Host extends AsyncDisposable {
  readonly client: Client;
  readonly call: <T = Record<string, unknown>>(name: string, args?: object) => Promise<Said<T>>;
}

/** Revisions of the protocol that hosts use: the current one, which has no sessions, and the handshake of earlier ones. */
export const REVISIONS = { current: { pin: '2026-07-28' }, earlier: 'legacy' } as const;

interface Hosting {
  readonly revision?: keyof typeof REVISIONS;
  /** Gets every response as text. */
  readonly onReply?: (text: string) => void;
}

export async function host(key: string, { revision = 'current', onReply }: Hosting = {}): Promise<Host> {
  const client = new Client({ name: 'scripted', version: '1' }, { versionNegotiation: { mode: REVISIONS[revision] } });
  const headers = { Authorization: `Bearer ${key}` };
  const fetching: typeof fetch = async (url, init) => {
    const reply = await fetch(url, init);
    onReply?.(await reply.clone().text());
    return reply;
  };
  const options = { requestInit: { headers }, ...(onReply === undefined ? {} : { fetch: fetching }) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gatewayUrl()}/mcp`), options));
  return {
    client,
    async call<T>(name: string, args: object = {}) {
      const { isError = false, content } = await client.callTool({ name, arguments: { ...args } });
      const data = dataIn(content) as { error?: T };
      const images = content.filter((each) => each.type === 'image');
      return { isError, data: (isError && !('executionId' in data) ? data.error : data) as T, images };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The data in the text of a result. */
export function dataIn(content: unknown): Readonly<Record<string, unknown>> {
  const text = (content as readonly { type: string; text?: string }[]).find(({ type }) => type === 'text')?.text;
  return JSON.parse(text ?? '{}') as Record<string, unknown>;
}

export interface Quoted {
  readonly quoteId: string;
  readonly maximumChargeMicros: number;
  readonly blockers: readonly string[];
}
export interface Ended {
  readonly executionId: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly artifacts: readonly {
    readonly fileId: string;
    readonly sizeBytes: number;
    readonly sha256: string;
    readonly url?: string;
  }[];
}
export interface Problem {
  readonly message: string;
  readonly advice: string;
  readonly details?: { readonly fields?: Record<string, string> };
}

const isOver = ({ status }: Ended): boolean => ['succeeded', 'failed', 'cancelled'].includes(status);

/** Waits for the end of the execution. */
export async function ended({ call }: Host, first: Ended): Promise<Said<Ended>> {
  for (let polls = 0; polls < 10; polls++) {
    const said = await call<Ended>('get_execution', { executionId: first.executionId, waitSeconds: 15 });
    if (isOver(said.data)) return said;
  }
  throw new Error(`${first.executionId} did not end`);
}

/** Number of executions of the project. */
export const executionsOf = async (key: string): Promise<number> =>
  (await connect(key).get<ExecutionList>('/tools/executions?limit=100')).data.executions.length;
