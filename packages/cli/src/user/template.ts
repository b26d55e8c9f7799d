/** `farebox template`: named pipelines of the project, saved from files that can be kept with the code. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Template, TemplateRequest } from '@farebox/sdk';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { plain, table } from '../program/table.ts';
import { failureOf } from './failure.ts';
import { STANDARD } from './files.ts';
import { folderOf } from './run-tool.ts';
import { systemFor, type SystemFlags } from './system.ts';

export interface TemplateFlags extends SystemFlags {
  readonly json?: boolean;
  readonly from?: string;
  readonly activate?: boolean;
}

interface Said {
  readonly flags: TemplateFlags;
  readonly context: Context;
}

export async function saveTemplate(name: string, flags: TemplateFlags, context: Context): Promise<void> {
  const content = await contentFrom(flags.from ?? STANDARD, context);
  const request = { ...content, name: bare(name), activate: flags.activate !== false } as TemplateRequest;
  await say(systemFor(flags, context).farebox.templates.save(request), { flags, context });
}

export async function listTemplates(flags: TemplateFlags, context: Context): Promise<void> {
  const templates = await within(systemFor(flags, context).farebox.templates.list());
  const rows = templates.map(({ tool, activeVersion, latestVersion, archivedAt, updatedAt }) => [
    tool,
    archivedAt === null ? String(activeVersion ?? 'none') : 'archived',
    String(latestVersion),
    updatedAt,
  ]);
  const shown = table(['template', 'active', 'latest', 'changed'], rows);
  context.say(flags.json === true ? JSON.stringify({ templates }, null, 2) : shown);
}

/** Prints JSON that `save` accepts. */
export async function showTemplate(
  { name, version }: { readonly name: string; readonly version: string | undefined },
  flags: TemplateFlags,
  context: Context,
): Promise<void> {
  const number = version === undefined ? undefined : versionOf(version);
  const template = await within(systemFor(flags, context).farebox.templates.get(bare(name), number));
  const { title, description, parameters, steps } = template;
  const content = { title, description, parameters, steps };
  context.say(JSON.stringify(flags.json === true ? template : content, null, 2));
}

export async function activateTemplate(
  { name, version }: { readonly name: string; readonly version: string },
  flags: TemplateFlags,
  context: Context,
): Promise<void> {
  const { templates } = systemFor(flags, context).farebox;
  await say(templates.activate(bare(name), versionOf(version)), { flags, context });
}

export async function archiveTemplate(name: string, flags: TemplateFlags, context: Context): Promise<void> {
  await say(systemFor(flags, context).farebox.templates.archive(bare(name)), { flags, context });
}

const bare = (name: string): string => name.replace(/^@/, '');

function versionOf(written: string): number {
  if (!/^[1-9]\d{0,2}$/.test(written)) throw new UsageError(`a version is a number from 1 to 999; it is "${written}"`);
  return Number(written);
}

async function contentFrom(written: string, context: Context): Promise<object> {
  const { input } = context.streams ?? NO_STREAMS;
  const read = written === STANDARD ? text(input()) : readFile(resolve(folderOf(context), written), 'utf8');
  const json = await read.catch(() => {
    throw new UsageError(`--from: there is no file ${written}`);
  });
  try {
    return JSON.parse(json) as object;
  } catch {
    throw new UsageError(`--from: ${written} is not JSON`);
  }
}

async function within<T>(asked: Promise<T>): Promise<T> {
  return await asked.catch((error: unknown) => {
    throw failureOf(error);
  });
}

async function say(asked: Promise<Template>, { flags, context }: Said): Promise<void> {
  const template = await within(asked);
  const { tool, version, activeVersion, archivedAt } = template;
  const active = archivedAt === null ? `${tool} runs version ${activeVersion ?? 'none'}` : `${tool} is archived`;
  context.say(flags.json === true ? JSON.stringify(template, null, 2) : plain(`version ${version}; ${active}`));
}
