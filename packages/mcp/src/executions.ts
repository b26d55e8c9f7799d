/** An execution as an MCP result: status, charge, the next step, and links to the artifacts. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError, type Download, type Execution, type File } from '@farebox/contract';
import type { Api } from './api.ts';
import { type Asked, viewOf } from './short/execution.ts';
import { success, whole } from './result.ts';
import type { Session } from './tools/tool.ts';
import { waited } from './wait.ts';

/** Each link costs one request of the key's rate limit. */
const LINKS_MAX = 10;

interface Awaiting {
  readonly session: Session;
  readonly waitSeconds: number;
}

/** The execution after the wait. If a read fails, the last known state: the execution itself is accepted. */
export async function awaited(execution: Execution, { session, waitSeconds }: Awaiting): Promise<Execution> {
  const { api, signal } = session;
  return waited(execution, { api, signal, waitSeconds }).catch((error: unknown) => {
    if (error instanceof AppError) return execution;
    throw error;
  });
}

/** @param asked which part of a long result, and facts of the call that the result begins with. */
export async function executionResult(
  execution: Execution,
  session: Session,
  asked: Asked = {},
): Promise<CallToolResult> {
  const { api, spendLimit } = session;
  settle(execution, session);
  const spend = spendLimit === null ? {} : { remainingSpendMicros: spendLimit.remainingMicros() };
  const urls = await urlsOf(execution, api, asked.firstArtifact ?? 0);
  const view = viewOf(execution, { ...asked, urls, more: { ...asked.more, ...spend } });
  return asked.detail === 'full' ? whole(view) : success(view);
}

/** For the caller of `execute`: a failed execution is an error of that tool call. A read of a failed execution is not an error. */
export async function purchaseResult(execution: Execution, session: Session): Promise<CallToolResult> {
  const result = await executionResult(execution, session);
  return execution.status === 'failed' ? { ...result, isError: true } : result;
}

/** Returns to the session's budget what was set aside but not charged. */
export function settle({ id, chargedMicros }: Execution, { spendLimit }: Session): void {
  if (chargedMicros !== null) spendLimit?.settled(id, chargedMicros);
}

/** Short-lived download URLs by file; a file that no longer exists gets none. */
async function urlsOf({ id, output }: Execution, api: Api, first: number): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  for (const file of output.artifacts.slice(first, first + LINKS_MAX)) {
    const url = await urlOf(id, file, api).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (url !== null) urls.set(file.id, url);
  }
  return urls;
}

const urlOf = async (id: string, { id: artifactId }: Pick<File, 'id'>, api: Api): Promise<string> =>
  (await api.call<Download>('downloadArtifact', { params: { id, artifactId } })).url;
