/** An execution as a model reads it: what became of it, what it cost, what to do next, and links to what it made. */
import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server';
import { AppError, type Download, type Execution, type File } from '@farebox/contract';
import { Type } from 'typebox';
import type { Api } from './api.ts';
import { success } from './result.ts';
import type { Session } from './tools/tool.ts';
import { waited } from './wait.ts';

/** Each link is a request of the key. */
const LINKS_MAX = 10;

const Micros = Type.Integer({ minimum: 0 });
const nullable = <T extends ReturnType<typeof Type.String> | typeof Micros>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const executionOutput = Type.Object({
  executionId: Type.String(),
  tool: Type.String(),
  status: Type.String({
    description: 'queued, running, needs_review, succeeded, failed or cancelled; the last three are final.',
  }),
  statusReason: nullable(Type.String()),
  maximumChargeMicros: Micros,
  chargedMicros: nullable(Micros),
  next: Type.String({ description: 'What to do now.' }),
  artifacts: Type.Array(
    Type.Object({
      fileId: Type.String({ description: 'Usable as {"fileId": …} in arguments.' }),
      mimeType: Type.String(),
      sizeBytes: Type.Integer(),
      sha256: Type.String(),
      expiresAt: Type.String(),
    }),
  ),
  result: Type.Optional(Type.Unknown({ description: 'What the tool says besides its files.' })),
  error: Type.Optional(Type.String()),
  remainingSpendMicros: Type.Optional(Micros),
});

interface Awaiting {
  readonly session: Session;
  readonly waitSeconds: number;
}

/** As it is after the wait, or was last: a look that fails changes nothing of what is accepted. */
export async function awaited(execution: Execution, { session, waitSeconds }: Awaiting): Promise<Execution> {
  const { api, signal } = session;
  return waited(execution, { api, signal, waitSeconds }).catch((error: unknown) => {
    if (error instanceof AppError) return execution;
    throw error;
  });
}

export async function executionResult(execution: Execution, session: Session): Promise<CallToolResult> {
  const { api, spendLimit } = session;
  settle(execution, session);
  const spend = spendLimit === null ? {} : { remainingSpendMicros: spendLimit.remainingMicros() };
  return success({ ...viewOf(execution), ...spend }, await linksOf(execution, api));
}

/** Of who bought it: that it failed is an error of that call, and none of a look at it. */
export async function purchaseResult(execution: Execution, session: Session): Promise<CallToolResult> {
  const result = await executionResult(execution, session);
  return execution.status === 'failed' ? { ...result, isError: true } : result;
}

/** Gives a session's budget back what was set aside and not charged. */
export function settle({ id, chargedMicros }: Execution, { spendLimit }: Session): void {
  if (chargedMicros !== null) spendLimit?.settled(id, chargedMicros);
}

function viewOf({ id, tool, status, statusReason, maximumChargeMicros, chargedMicros, output, error }: Execution) {
  return {
    executionId: id,
    tool,
    status,
    statusReason,
    maximumChargeMicros,
    chargedMicros,
    next: NEXT[status],
    artifacts: output.artifacts.map(({ id: fileId, mimeType, sizeBytes, sha256, expiresAt }) => ({
      fileId,
      mimeType,
      sizeBytes,
      sha256,
      expiresAt,
    })),
    ...(output.result === undefined ? {} : { result: output.result }),
    ...(error === null ? {} : { error: error.message }),
  };
}

const NEXT: Readonly<Record<Execution['status'], string>> = {
  queued: 'It has not ended: call get_execution with this executionId in some seconds. Do not execute again.',
  running: 'It has not ended: call get_execution with this executionId in some seconds. Do not execute again.',
  needs_review: 'Nobody knows yet what an external service did. Do not execute again; call get_execution later.',
  succeeded: 'Done. The links work for five minutes without a key; get_execution makes new ones.',
  failed: 'It failed; chargedMicros is what it cost. To try again, call quote again.',
  cancelled: 'It was cancelled; chargedMicros is what it cost.',
};

/** Short-lived addresses; a file that is gone has none. */
async function linksOf({ id, output }: Execution, api: Api): Promise<readonly ResourceLink[]> {
  const links: ResourceLink[] = [];
  for (const file of output.artifacts.slice(0, LINKS_MAX)) {
    const link = await linkOf(id, file, api).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (link !== null) links.push(link);
  }
  return links;
}

async function linkOf(id: string, { id: artifactId, mimeType, sizeBytes }: File, api: Api): Promise<ResourceLink> {
  const { url, expiresAt } = await api.call<Download>('downloadArtifact', { params: { id, artifactId } });
  const description = `Private; works until ${expiresAt}, with no header.`;
  return { type: 'resource_link', uri: url, name: artifactId, mimeType, size: sizeBytes, description };
}
