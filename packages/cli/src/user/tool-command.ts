/** `farebox run <tool> …` and `farebox quote <tool> …`: the command of one tool, built from its schema at run time. */
import { nearest } from '@farebox/contract';
import type { Catalog } from '@farebox/sdk';
import { type Command, Option } from 'commander';
import { microsFrom } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { grouped } from '../program/grouped.ts';
import { plain } from '../program/table.ts';
import { filesIn, reference } from './files.ts';
import type { Item, RunFlags } from './job.ts';
import { stemOf } from './outputs.ts';
import { folderOf } from './run-tool.ts';
import { type Arguments, argumentsFrom, toolOptions, type ToolOption } from './tool-options.ts';

export type Verb = 'run' | 'quote';
type Tool = Catalog['tools'][number];

const CONCURRENCY_MAX = 16;

function concurrencyOf(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > CONCURRENCY_MAX)
    throw new UsageError(`--concurrency must be a number from 1 to ${CONCURRENCY_MAX}; it is "${text}"`);
  return number;
}

/** An option with an amount in USD. A spending limit cannot be negative. */
export function amountOption(long: string, description: string): Option {
  return new Option(`${long} <usd>`, description).argParser((text) => {
    const micros = microsFrom(text, long);
    if (micros < 0) throw new UsageError(`${long} must not be below zero; it is "${text}"`);
    return micros;
  });
}

export const systemOptions = (): readonly Option[] => [
  new Option('--json', 'print the response as JSON'),
  new Option('--profile <name>', 'use another system (farebox login --profile)'),
  new Option('--data-dir <folder>', "use the system of this folder (default: .farebox in the project's folder)"),
];

export const runOptions = (): readonly Option[] => [
  new Option(
    '-o, --output <path>',
    'file or folder for the results; - writes to standard output (default: this folder)',
  ),
  new Option('--force', 'overwrite existing files'),
  amountOption('--max', 'maximum total cost, in USD'),
  amountOption('--ask-above', 'ask before a higher cost (default: FAREBOX_ASK_ABOVE, or 0.25)'),
  new Option('--yes', 'do not ask for confirmation'),
  new Option('--no-wait', 'print the id once the execution is accepted, without waiting'),
  new Option('--wait', 'wait until it has ended, then download (default)'),
  new Option(
    '--concurrency <number>',
    'number of inputs to upload, run and download at once (default: 4 files; all run together)',
  ).argParser(concurrencyOf),
  new Option('--new', 'start a new request, even if an earlier run of this command has not ended'),
];

export interface Typed {
  readonly tool: Tool;
  readonly options: readonly ToolOption[];
  readonly flags: RunFlags;
  readonly items: readonly Item[];
}

interface Asked {
  readonly verb: Verb;
  readonly tool: Tool;
  /** Words after the name of the tool. */
  readonly words: readonly string[];
}

/** Null if help was requested and shown. Throws UsageError, or an error of commander. */
export async function typedFor(program: Command, asked: Asked, context: Context): Promise<Typed | null> {
  const { verb, tool, words } = asked;
  const { command, options } = toolCommand(program, verb, tool);
  let typed: Typed | null = null;
  command.action(async (paths: readonly string[]) => {
    const written = command.opts<Record<string, unknown>>();
    const args = argumentsFrom(options, written);
    const items = await itemsOf({ tool, options, args, paths: await filesIn(paths, folderOf(context)) });
    typed = { tool, options, flags: written, items };
  });
  await command.parseAsync([...words], { from: 'user' });
  return typed;
}

/** Combines the options of a tool with those of the verb. */
export function toolCommand(
  program: Command,
  verb: Verb,
  tool: Tool,
): { readonly command: Command; readonly options: readonly ToolOption[] } {
  const own = [...(verb === 'run' ? runOptions() : []), ...systemOptions()];
  const taken = new Set(own.flatMap(({ long }) => long ?? []));
  const options = toolOptions(tool.inputSchema, taken);
  const command = program.createCommand(`farebox ${verb} ${tool.name}`);
  command.copyInheritedSettings(program).description(`${plain(tool.title)}. ${plain(tool.description)}`);
  command.helpOption('-h, --help', 'show this help');
  if (options.some(({ kind }) => kind !== 'value'))
    command.argument('[files...]', 'files or folders to upload, file ids, or - for standard input');
  else command.argument('[files...]', 'this tool takes no files');
  for (const each of [...options.flatMap((option) => option.options), ...own]) command.addOption(each);
  command.addHelpText('after', `\nPrice: ${plain(tool.price.description)}`);
  return { command, options };
}

export function toolNamed(catalog: Catalog, name: string): Tool {
  const tool = catalog.tools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const names = catalog.tools.map((each) => each.name);
  const near = nearest(name, names).map(plain).join(' or ');
  const hint = name.startsWith('@') ? 'see farebox template list' : 'see farebox tools';
  const meant = near === '' ? '' : ` Did you mean ${near}?`;
  throw new CommandError('usage', `there is no tool ${plain(name)}: ${hint}.${meant}`);
}

interface Given {
  readonly tool: Tool;
  readonly options: readonly ToolOption[];
  readonly args: Arguments;
  readonly paths: readonly string[];
}

/**
 * Assigns files to arguments: a list argument takes all files, a tool with one file runs once per file, and a tool with
 * two files takes two.
 */
async function itemsOf({ tool, options, args, paths }: Given): Promise<readonly Item[]> {
  const open = options.filter(({ kind, path: [name = ''] }) => kind !== 'value' && !(name in args));
  const required = open.filter(({ isRequired }) => isRequired);
  const [first = open[0], ...more] = required;
  const name = first?.path[0] ?? '';
  if (paths.length === 0) return [{ source: tool.name, stem: tool.name, args }];
  if (first === undefined) throw new UsageError(`${tool.name} takes no files here, but got ${paths.join(' ')}`);
  if (first.kind === 'files') return [itemOf(tool, paths[0] ?? '', { ...args, [name]: paths.map(reference) })];
  if (more.length === 0) return named(tool, paths, (path) => ({ ...args, [name]: reference(path) }));
  if (paths.length !== required.length)
    throw new UsageError(`${tool.name} takes ${required.length} files, but got ${paths.length}`);
  const filled = required.map(({ path: [member = ''] }, index) => [member, reference(paths[index] ?? '')] as const);
  return [itemOf(tool, paths[0] ?? '', { ...args, ...Object.fromEntries(filled) })];
}

const itemOf = (tool: Tool, path: string, args: object): Item => ({
  source: path,
  stem: path === '-' ? tool.name : `${stemOf(path)}.${tool.name}`,
  args,
});

/** Files that differ only in their endings keep them, so that no two results have the same name. */
function named(tool: Tool, paths: readonly string[], argsOf: (path: string) => object): readonly Item[] {
  const stems = grouped(paths, stemOf);
  return paths.map((path) => {
    const item = itemOf(tool, path, argsOf(path));
    const isAlone = (stems.get(stemOf(path))?.length ?? 0) < 2;
    return isAlone ? item : { ...item, stem: `${path.replaceAll('/', '_')}.${tool.name}` };
  });
}
