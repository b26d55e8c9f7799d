/** Whether the host supports tasks. Each request declares this itself, because nothing is kept between requests. */
import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';

/** The extension of SEP-2663. */
export const TASKS = 'io.modelcontextprotocol/tasks';

export function followsTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] as Capabilities | undefined;
  return capabilities?.extensions?.[TASKS] !== undefined;
}

interface Capabilities {
  readonly extensions?: Readonly<Record<string, unknown>>;
}
