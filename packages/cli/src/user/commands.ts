/** The commands of those who use tools: what the API does, with the files of this machine, and never paid twice. */
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { requireName, requireUrl } from '../remote/profile.ts';
import { addBatches } from './batch-commands.ts';
import type { PipelineFlags } from './pipeline.ts';
import { amountOf, runOptions, systemOptions, type Verb } from './tool-command.ts';
import type { McpFlags } from './mcp.ts';
import type { TemplateFlags } from './template.ts';
import type { SystemFlags } from './system.ts';

const TOOL_HELP = `
A tool's own options, from its schema: farebox run <tool> --help`;

interface Flags extends SystemFlags {
  readonly url?: string;
  readonly json?: boolean;
}

/** Options that every command of a user has. */
const withSystem = (command: Command): Command => {
  for (const option of systemOptions()) command.addOption(option);
  return command;
};

export function addUserCommands(program: Command, context: Context): void {
  withSystem(program.command('login'))
    .summary('keep an API key for the commands that use tools')
    .description(
      'Reads an API key, from a terminal without showing it or from standard input, tries it, and keeps it in a file that this user alone may read. ' +
        'FAREBOX_API_KEY (and FAREBOX_URL) in the environment need no login, nor does the demo of a system that runs here.',
    )
    .addOption(
      new Option(
        '--url <url>',
        'base URL of the API (default: FAREBOX_URL, or that of the system that runs here)',
      ).argParser(requireUrl),
    )
    .allowExcessArguments() // to refuse them without repeating what may be a key
    .action(async (flags: Flags, { args }: Command) => {
      if (args.length > 0) throw new UsageError('login takes no argument: the key is read from standard input');
      if (flags.profile !== undefined) requireName(flags.profile);
      await (await import('./reads.ts')).login(flags, context);
    });
  withSystem(program.command('tools'))
    .summary('tools and their prices')
    .description('Lists the tools with their prices.')
    .action(async (flags: Flags) => (await import('./reads.ts')).tools(flags, context));
  addTool(
    program,
    {
      verb: 'quote',
      summary: 'what a run may cost',
      help: 'Says what a run would cost at most. Free; files are uploaded for it.',
    },
    context,
  );
  addTool(
    program,
    {
      verb: 'run',
      summary: 'run a tool',
      help: 'Uploads files, quotes, executes, waits, downloads what was made and says what it cost. Interrupted, the same command goes on and pays nothing again.',
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
    .argument('<tool>', 'one of farebox tools')
    .argument(
      '[files...]',
      "to upload, a folder of them, ids of files, or - for standard input; and the tool's options",
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
      'Runs steps of several tools as one execution. A file holds a list of steps, as the tool pipeline takes them; where a step takes a file, ' +
        '{"path": "photo.jpg"} is one of this machine.',
    )
    .requiredOption('--steps <file>', 'JSON; - is standard input (required)');
  for (const option of runOptions()) if (option.long !== '--concurrency') command.addOption(option);
  command.action(async (flags: PipelineFlags) => (await import('./pipeline.ts')).runPipeline(flags, context));
}

function addTemplates(program: Command, context: Context): void {
  const group = program.command('template').summary('pipelines that the project keeps under a name');
  group.description('Keeps pipelines with parameters under a name; farebox run @name runs the active version.');
  const verb = (words: string): Command => withSystem(group.command(words));
  verb('save')
    .summary('save the next version')
    .description(
      'Saves {"parameters": …, "steps": …} as the next version of a template, which is active at once. The same content again changes nothing.',
    )
    .argument('<name>', 'of the template')
    .option('--from <file>', 'JSON (default: standard input)')
    .option('--no-activate', 'leave the version active that is; @name:3 runs this one')
    .action(async (name: string, flags: TemplateFlags) => (await templates()).saveTemplate(name, flags, context));
  verb('list')
    .summary('templates of the project')
    .description('Lists the templates of the project with the version that is active.')
    .action(async (flags: TemplateFlags) => (await templates()).listTemplates(flags, context));
  verb('show')
    .summary('show a template')
    .description('Shows what was saved, as a file that save takes.')
    .argument('<name>', 'of the template')
    .argument('[version]', 'its number (default: the active one)')
    .action(async (name: string, version: string | undefined, flags: TemplateFlags) =>
      (await templates()).showTemplate({ name, version }, flags, context),
    );
  verb('activate')
    .summary('choose the version that runs')
    .description('Makes a version the one that @name runs, also an earlier one.')
    .argument('<name>', 'of the template')
    .argument('<version>', 'its number')
    .action(async (name: string, version: string, flags: TemplateFlags) =>
      (await templates()).activateTemplate({ name, version }, flags, context),
    );
  verb('archive')
    .summary('offer a template no longer')
    .description(
      'Takes all its versions from the catalog. Executions stay; saving or activating a version brings it back.',
    )
    .argument('<name>', 'of the template')
    .action(async (name: string, flags: TemplateFlags) => (await templates()).archiveTemplate(name, flags, context));
}

const templates = () => import('./template.ts');

function addReads(program: Command, context: Context): void {
  withSystem(program.command('upload'))
    .summary('upload files')
    .description(
      'Uploads files and prints their ids. The same content is the same file. Sound and video above 12 MiB go in parts, and go on where a connection broke.',
    )
    .argument('<files...>', 'files, folders of them, or - for standard input')
    .action(async (paths: string[], flags: Flags) => (await import('./reads.ts')).uploadAll(paths, flags, context));
  withSystem(program.command('list'))
    .summary('executions, newest first')
    .description('Lists executions of the project, newest first.')
    .option('--status <status>', 'those that are in this state')
    .option('--tool <name>', 'those of this tool')
    .addOption(new Option('--limit <number>', 'at most so many (default: 20)'))
    .action(async (flags: Flags) => (await import('./reads.ts')).list(flags, context));
  withSystem(program.command('get'))
    .summary('show an execution')
    .description('Shows an execution: its state, steps, cost and results.')
    .argument('<execution>', 'its id')
    .option('--wait', 'wait for its end')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).get(id, flags, context));
  withSystem(program.command('cancel'))
    .summary('ask for the end of an execution')
    .description('Asks for the end of an execution. What it cost so far is charged.')
    .argument('<execution>', 'its id')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).cancel(id, flags, context));
  withSystem(program.command('download'))
    .summary('fetch what an execution made')
    .description('Fetches what an execution made, and compares it with its SHA-256.')
    .argument('<execution>', 'its id')
    .option('-o, --output <path>', 'file or folder; - is standard output (default: this folder)')
    .option('--force', 'replace what is there')
    .action(async (id: string, flags: Flags) => (await import('./reads.ts')).download(id, flags, context));
  withSystem(program.command('usage'))
    .summary('balance and cost of the month')
    .description('Shows the balance, and what the month has cost.')
    .action(async (flags: Flags) => (await import('./reads.ts')).usage(flags, context));
}

function addMcp(program: Command, context: Context): void {
  const command = program.command('mcp').summary('serve the tools to an agent');
  for (const option of systemOptions()) if (option.long !== '--json') command.addOption(option);
  command
    .description(
      'Serves the tools by the Model Context Protocol over standard input and output, for a host that starts it: what /mcp is, with files of this machine and a budget ' +
        'for the session that a model cannot raise.',
    )
    .addOption(new Option('--max-spend <usd>', 'the most that the session may spend, in USD').argParser(amountOf))
    .option('--root <folders...>', 'folders that files may be uploaded from (default: this folder)')
    .action(async (flags: McpFlags) => (await import('./mcp.ts')).mcp(flags, context));
}
