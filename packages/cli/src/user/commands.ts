/** The commands for users of tools: the functions of the API, with files of this machine, and no request paid twice. */
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { requireName, requireUrl } from '../remote/profile.ts';
import { addBatches } from './batch-commands.ts';
import type { PipelineFlags } from './pipeline.ts';
import { amountOption, runOptions, systemOptions, type Verb } from './tool-command.ts';
import type { McpFlags } from './mcp.ts';
import type { TemplateFlags } from './template.ts';
import type { SystemFlags } from './system.ts';

const TOOL_HELP = `
A tool's own options, from its schema: farebox run <tool> --help`;

interface Flags extends SystemFlags {
  readonly url?: string;
  readonly json?: boolean;
}

/** Options that every user command has. */
const withSystem = (command: Command): Command => {
  for (const option of systemOptions()) command.addOption(option);
  return command;
};

export function addUserCommands(program: Command, context: Context): void {
  withSystem(program.command('login'))
    .summary('store an API key for the commands that use tools')
    .description(
      'Reads an API key from a terminal without showing it, or from standard input. Tests the key, and stores it in a file that only this user can read. ' +
        'No login is needed if FAREBOX_API_KEY (and FAREBOX_URL) are set, or for the demo project of a system that runs here.',
    )
    .addOption(
      new Option(
        '--url <url>',
        'base URL of the API (default: FAREBOX_URL, or that of the system that runs here)',
      ).argParser(requireUrl),
    )
    .allowExcessArguments() // refused without repeating the text, which may be a key
    .action(async (flags: Flags, { args }: Command) => {
      if (args.length > 0) throw new UsageError('login takes no argument: it reads the key from standard input');
      if (flags.profile !== undefined) requireName(flags.profile);
      await (await import('./reads.ts')).login(flags, context);
    });
  withSystem(program.command('tools'))
    .summary('list tools and their prices')
    .description('Lists the tools with their prices.')
    .action(async (flags: Flags) => (await import('./reads.ts')).tools(flags, context));
  addTool(
    program,
    {
      verb: 'quote',
      summary: 'quote the maximum cost of a run',
      help: 'Quotes the maximum cost of a run. A quote is free; it uploads the files.',
    },
    context,
  );
  addTool(
    program,
    {
      verb: 'run',
      summary: 'run a tool',
      help: 'Uploads files, quotes, executes, waits, downloads the results and prints the cost. If interrupted, the same command continues and pays nothing twice.',
    },
    context,
  );
  addPipeline(program, context);
  addBatches(program, withSystem, context);
  addTemplates(program, context);
  addReads(program, context);
  addMcp(program, context);
}

interface ToolVerb {
  readonly verb: Verb;
  readonly summary: string;
  readonly help: string;
}

function addTool(program: Command, { verb, summary, help }: ToolVerb, context: Context): void {
  const command = withSystem(program.command(verb)).summary(summary).description(help);
  if (verb === 'run') for (const option of runOptions()) command.addOption(option);
  command
    .passThroughOptions()
    .argument('<tool>', 'name of a tool (see farebox tools)')
    .argument(
      '[files...]',
      'files or folders to upload, file ids, or - for standard input; and the options of the tool',
    );
  if (verb === 'run') command.addHelpText('after', TOOL_HELP);
  command.action(async (tool: string, words: readonly string[]) => {
    const { runCommand } = await import('./run-command.ts');
    await runCommand({ verb, tool, words, early: command.opts() }, { program, context });
  });
}

function addPipeline(program: Command, context: Context): void {
  const command = withSystem(program.command('pipeline'))
    .summary('run several tools in a row')
    .description(
      'Runs steps of several tools as one execution. The file contains a list of steps, as the pipeline tool takes them. In a step, ' +
        '{"path": "photo.jpg"} stands for a file of this machine.',
    )
    .requiredOption('--steps <file>', 'JSON file; - reads standard input (required)');
  for (const option of runOptions()) if (option.long !== '--concurrency') command.addOption(option);
  command.action(async (flags: PipelineFlags) => (await import('./pipeline.ts')).runPipeline(flags, context));
}

function addTemplates(program: Command, context: Context): void {
  const group = program.command('template').summary('manage pipelines that the project keeps under a name');
  group.description('Keeps pipelines with parameters under a name; farebox run @name runs the active version.');
  const verb = (words: string): Command => withSystem(group.command(words));
  verb('save')
    .summary('save the next version')
    .description(
      'Saves {"parameters": …, "steps": …} as the next version of a template and activates it. Saving the same content again changes nothing.',
    )
    .argument('<name>', 'name of the template')
    .option('--from <file>', 'JSON file (default: standard input)')
    .option('--no-activate', 'keep the current version active; @name:3 runs the new one')
    .action(async (name: string, flags: TemplateFlags) => (await templates()).saveTemplate(name, flags, context));
  verb('list')
    .summary('list the templates of the project')
    .description('Lists the templates of the project with their active version.')
    .action(async (flags: TemplateFlags) => (await templates()).listTemplates(flags, context));
  verb('show')
    .summary('show a template')
    .description('Prints a version of a template as JSON that save accepts.')
    .argument('<name>', 'name of the template')
    .argument('[version]', 'number of the version (default: the active one)')
    .action(async (name: string, version: string | undefined, flags: TemplateFlags) =>
      (await templates()).showTemplate({ name, version }, flags, context),
    );
  verb('activate')
    .summary('choose the active version')
    .description('Activates a version, newer or older: @name runs it from now on.')
    .argument('<name>', 'name of the template')
    .argument('<version>', 'number of the version')
    .action(async (name: string, version: string, flags: TemplateFlags) =>
      (await templates()).activateTemplate({ name, version }, flags, context),
    );
  verb('archive')
    .summary('hide a template')
    .description(
      'Removes all versions from the catalog. Executions stay. Saving or activating a version brings the template back.',
    )
    .argument('<name>', 'name of the template')
    .action(async (name: string, flags: TemplateFlags) => (await templates()).archiveTemplate(name, flags, context));
}

const templates = () => import('./template.ts');

function addReads(program: Command, context: Context): void {
  withSystem(program.command('upload'))
    .summary('upload files')
    .description(
      'Uploads files and prints their ids. The same content is stored once. Audio and video above 12 MiB are sent in parts and resume after a lost connection.',
    )
    .argument('<files...>', 'files or folders, or - for standard input')
    .action(async (paths: string[], flags: Flags) => (await import('./reads.ts')).uploadAll(paths, flags, context));
  withSystem(program.command('list'))
    .summary('list executions, newest first')
    .description('Lists executions of the project, newest first.')
    .option('--status <status>', 'only executions in this state')
    .option('--tool <name>', 'only executions of this tool')
    .addOption(new Option('--limit <number>', 'number of executions to show (default: 20)'))
    .action(async (flags: Flags) => (await import('./reads.ts')).list(flags, context));
  withSystem(program.command('get'))
    .summary('show an execution')
    .description('Shows an execution: its state, steps, cost and results.')
    .argument('<execution>', 'id of the execution')
    .option('--wait', 'wait until the execution has ended')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).get(id, flags, context));
  withSystem(program.command('cancel'))
    .summary('cancel an execution')
    .description('Cancels an execution. Its cost so far is charged.')
    .argument('<execution>', 'id of the execution')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).cancel(id, flags, context));
  withSystem(program.command('download'))
    .summary('download the results of an execution')
    .description('Downloads the results of an execution, and compares each with its SHA-256.')
    .argument('<execution>', 'id of the execution')
    .option('-o, --output <path>', 'file or folder; - writes to standard output (default: this folder)')
    .option('--force', 'overwrite existing files')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).download(id, flags, context));
  withSystem(program.command('usage'))
    .summary('show the balance and the cost of the month')
    .description('Shows the balance, and the cost of this month.')
    .action(async (flags: Flags) => (await import('./reads.ts')).usage(flags, context));
}

function addMcp(program: Command, context: Context): void {
  const command = program.command('mcp').summary('serve the tools to an agent');
  for (const option of systemOptions()) if (option.long !== '--json') command.addOption(option);
  command
    .description(
      'Serves the tools over standard input and output by the Model Context Protocol, for a host that starts this command. Offers the same tools as /mcp, with files of this machine and ' +
        'a spending limit for the session that the model cannot raise.',
    )
    .addOption(amountOption('--max-spend', 'spending limit of the session, in USD'))
    .option('--root <folders...>', 'folders that files may be uploaded from (default: this folder)')
    .option('--save-to <folder>', 'folder that results may be saved into (default: none)')
    .action(async (flags: McpFlags) => (await import('./mcp.ts')).mcp(flags, context));
}
