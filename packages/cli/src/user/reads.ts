/** The commands that do not pay. */
import { type Execution, FareboxError, createFarebox } from '@farebox/sdk';
import { pageOf } from '../operator/show.ts';
import { usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { plain, table } from '../program/table.ts';
import { remember } from './completions.ts';
import { failureOf } from './failure.ts';
import { filesIn, upload } from './files.ts';
import { DEFAULT_LOGIN, readKey, writeLogin } from './login.ts';
import { existingAt, keep, outputFor } from './outputs.ts';
import { folderOf } from './run-tool.ts';
import { painted, progressLine, receipt } from './show.ts';
import { type System, systemFor, type SystemFlags, urlFor } from './system.ts';

interface Flags extends SystemFlags {
  readonly json?: boolean;
  readonly url?: string;
  readonly status?: string;
  readonly tool?: string;
  readonly limit?: string;
  readonly wait?: boolean;
  readonly output?: string;
  readonly force?: boolean;
}

async function within<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

const say = (data: unknown, { json = false }: Flags, { context, text }: { context: Context; text: string }): void =>
  context.say(json ? JSON.stringify(data, null, 2) : text);

export async function login(flags: Flags, context: Context): Promise<void> {
  const url = flags.url ?? urlFor(flags, context);
  const apiKey = await readKey(context);
  const project = await within(() => createFarebox({ baseUrl: url, apiKey }).project().catch(unlessScope));
  const path = writeLogin(flags.profile ?? DEFAULT_LOGIN, { url, apiKey }, context.env);
  const whose = project === null ? url : `${project.project.name} (${project.project.environment}) at ${url}`;
  say({ url, path, project }, flags, { context, text: plain(`${whose}: the key is stored in ${path}`) });
}

/** A key without the scope to read its project may still be valid for other requests. */
function unlessScope(error: unknown): null {
  if (error instanceof FareboxError && error.code === 'platform_api_key_scope_required') return null;
  throw error;
}

export async function tools(flags: Flags, context: Context): Promise<void> {
  const catalog = await within(() => systemFor(flags, context).farebox.catalog());
  remember(catalog, context.env);
  const rows = catalog.tools.map(({ name, title, price, available }) => [
    name,
    title,
    available ? price.description : 'not configured here',
  ]);
  say(catalog, flags, { context, text: table(['tool', 'description', 'price'], rows) });
}

export async function uploadAll(paths: readonly string[], flags: Flags, context: Context): Promise<void> {
  const { farebox } = systemFor(flags, context);
  const streams = context.streams ?? NO_STREAMS;
  const folder = folderOf(context);
  const uploading = { farebox, folder, streams, signal: streams.stop() };
  const files = [];
  for (const path of await filesIn(paths, folder)) {
    const file = await within(() => upload(path, uploading));
    files.push(file);
    if (flags.json !== true) context.say(`${file.id}  ${plain(path)}`);
  }
  if (flags.json === true) context.say(JSON.stringify({ files }, null, 2));
}

const LIMIT = 20;

export async function list(flags: Flags, context: Context): Promise<void> {
  const limit = Number(flags.limit ?? LIMIT);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new UsageError(`--limit must be a number from 1; it is "${flags.limit}"`);
  const filters = {
    ...(flags.status === undefined ? {} : { status: flags.status as Execution['status'] }),
    ...(flags.tool === undefined ? {} : { tool: flags.tool }),
  };
  const { farebox } = systemFor(flags, context);
  const executions = await within(async () => {
    const found = [];
    for await (const each of farebox.list({ ...filters, pageSize: Math.min(limit, 100) })) {
      found.push(each);
      if (found.length === limit) break;
    }
    return found;
  });
  const rows = executions.map(({ id, createdAt, tool, status, chargedMicros }) => [
    id,
    createdAt,
    tool,
    status,
    chargedMicros === null ? '-' : usdOf(chargedMicros),
  ]);
  say({ executions }, flags, { context, text: table(['execution', 'created', 'tool', 'status', 'charged'], rows) });
}

export async function get(id: string, flags: Flags, context: Context): Promise<void> {
  const { farebox } = systemFor(flags, context);
  const { draw, stop, hasColour } = context.streams ?? NO_STREAMS;
  const onProgress = (execution: Execution): void => draw?.(progressLine(execution));
  const execution = await within(() =>
    flags.wait === true ? farebox.wait(id, { signal: stop(), onProgress }) : farebox.get(id),
  ).finally(() => draw?.(''));
  say(execution, flags, { context, text: receipt(execution, [], hasColour) });
}

export async function cancel(id: string, flags: Flags, context: Context): Promise<void> {
  const execution = await within(() => systemFor(flags, context).farebox.cancel(id));
  const status = painted(execution.status, context.streams?.hasColour === true);
  const text = `${execution.id} ${status}${execution.cancelRequested ? ', cancel requested' : ''}`;
  say(execution, flags, { context, text });
}

export async function download(id: string, flags: Flags, context: Context): Promise<void> {
  const { farebox } = systemFor(flags, context);
  const streams = context.streams ?? NO_STREAMS;
  const signal = streams.stop();
  const stem = id;
  const output = await outputFor({ written: flags.output, folder: folderOf(context), stem, isOneOfMany: false });
  const existing = flags.force === true ? null : await existingAt(output);
  if (existing !== null) throw new UsageError(`${existing} already exists: --force overwrites it`);
  const execution = await within(() => farebox.get(id, { signal }));
  const artifacts = farebox.artifacts(execution);
  if (artifacts.length === 0) throw new CommandError('failed', `${id} is ${execution.status} and has no files`);
  const files = await within(() => keep(artifacts, output, { force: flags.force === true, streams, signal }));
  if (output.kind !== 'stream') say({ execution, files }, flags, { context, text: files.map(plain).join('\n') });
}

export async function usage(flags: Flags, context: Context): Promise<void> {
  const system: System = systemFor(flags, context);
  const facts = await within(() => system.farebox.usage());
  say(facts, flags, { context, text: pageOf(facts) });
}
