/** Publishes, activates and retires tools, inside the transaction of an act. */
import { invalidRequest, notFound, TOOL_VERSIONS_SHOWN, toolVersionNotFound } from '@farebox/contract';
import { Prisma, type Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';
import type { ToolManifest } from '@farebox/manifest';
import type { StoredTool, StoredVersion } from '../stored.ts';
import { findTool, findToolVersion, listToolVersions } from './read.ts';

export interface ToolProposal {
  readonly tool: Pick<ToolManifest, 'manifest' | 'canonical' | 'digest'>;
  /** Whether the version is offered from now on. */
  readonly activate: boolean;
  readonly by: string;
}

interface Change {
  /** Null: there was no tool of this name. */
  readonly before: StoredTool | null;
  readonly after: StoredTool;
  readonly isChanged: boolean;
}

/** The same content again is the version that it was. Throws `invalid_request`. */
export async function publishTool(
  transaction: Transaction,
  { tool, activate, by }: ToolProposal,
): Promise<Change & { readonly version: StoredVersion; readonly isNew: boolean }> {
  const { name } = tool.manifest;
  const before = await lockedTool(transaction, name);
  if (activate && before !== null && before.retiredAt !== null)
    throw invalidRequest({ '/activate': 'the tool is retired: publish without it, then activate the version' });
  const [published] = await transaction.$queryRaw<{ version: number | null; is_new: boolean }[]>`
    SELECT version, is_new FROM tool_publish(${name}, ${tool.digest}, ${tool.canonical}, ${by})`;
  const number = published?.version ?? null;
  if (number === null) throw invalidRequest({ '': 'there are 1,000 tools, or this tool has 1,000 versions' });
  const isActivated = activate && (await activated(transaction, name, number));
  const version = await findToolVersion(transaction, name, number);
  invariant(version !== null, 'a version that was published is found');
  const isNew = published?.is_new === true;
  return { version, isNew, ...(await changed(transaction, before, { name, isChanged: isNew || isActivated })) };
}

/** Also ends a retirement. @param version null: the latest one. Throws `not_found`. */
export async function activateTool(transaction: Transaction, name: string, version: number | null): Promise<Change> {
  const before = await lockedTool(transaction, name);
  if (before === null) throw notFound('tool');
  const number = version ?? before.latestVersion;
  if (number < 1 || number > before.latestVersion)
    throw toolVersionNotFound(await listToolVersions(transaction, { name, limit: TOOL_VERSIONS_SHOWN }));
  return changed(transaction, before, { name, isChanged: await activated(transaction, name, number) });
}

/** Throws `not_found`. */
export async function retireTool(transaction: Transaction, name: string): Promise<Change> {
  const before = await lockedTool(transaction, name);
  if (before === null) throw notFound('tool');
  return changed(transaction, before, { name, isChanged: await isDone(transaction, Prisma.sql`tool_retire(${name})`) });
}

async function lockedTool(transaction: Transaction, name: string): Promise<StoredTool | null> {
  await transaction.$queryRaw`SELECT tool_lock() IS NULL`;
  return findTool(transaction, name);
}

const activated = (transaction: Transaction, name: string, version: number): Promise<boolean> =>
  isDone(transaction, Prisma.sql`tool_activate(${name}, ${version}::integer)`);

async function isDone(transaction: Transaction, call: Prisma.Sql): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ is_done: boolean }[]>`SELECT ${call} AS is_done`;
  return row?.is_done === true;
}

async function changed(
  transaction: Transaction,
  before: StoredTool | null,
  { name, isChanged }: { readonly name: string; readonly isChanged: boolean },
): Promise<Change> {
  const after = await findTool(transaction, name);
  invariant(after !== null, 'a tool that was changed is found');
  return { before, after, isChanged };
}
