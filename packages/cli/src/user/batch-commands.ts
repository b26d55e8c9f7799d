/** The commands of batches: many executions of one tool, paid for together. */
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import type { BatchFlags } from './batch.ts';
import { runOptions } from './tool-command.ts';

/** Options of `run` that stand for one execution, or for its files. */
const NOT_OF_BATCHES = new Set(['--output', '--no-wait', '--wait', '--concurrency']);
const OUTPUT = ['-o, --output <file>', 'where the results go, as JSON lines (default: standard output)'] as const;

export function addBatches(program: Command, withSystem: (command: Command) => Command, context: Context): void {
  const group = program.command('batch').summary('many executions of one tool, paid for together');
  group.description(
    'Runs up to 1,000 executions of one tool under one quote and one ceiling: all are accepted, or none.',
  );
  const verb = (words: string): Command => withSystem(group.command(words));
  addRun(verb('run'), context);
  verb('list')
    .summary('batches, newest first')
    .description('Lists batches of the project, newest first.')
    .addOption(new Option('--limit <number>', 'at most so many (default: 20)'))
    .action(async (flags: BatchFlags) => (await batches()).listBatches(flags, context));
  verb('get')
    .summary('show a batch')
    .description('Shows how many of a batch are in which state, and what it cost so far.')
    .argument('<batch>', 'its id')
    .option('--wait', 'wait for its end')
    .action(async (id: string, flags: BatchFlags) => (await batches()).getBatch(id, flags, context));
  verb('cancel')
    .summary('ask for the end of a batch')
    .description('Asks for the end of all that has not ended. What has keeps its charge.')
    .argument('<batch>', 'its id')
    .action(async (id: string, flags: BatchFlags) => (await batches()).cancelBatch(id, flags, context));
  verb('results')
    .summary('what came of each')
    .description(
      'Writes the executions of a batch as JSON lines, in the order of its inputs, in whichever state they are.',
    )
    .argument('<batch>', 'its id')
    .option(...OUTPUT)
    .option('--force', 'replace what is there')
    .action(async (id: string, flags: BatchFlags) => (await batches()).batchResults(id, flags, context));
}

function addRun(command: Command, context: Context): void {
  command
    .summary('run a tool on many inputs')
    .description(
      'Uploads files, quotes, executes, waits, and writes what came of each as JSON lines. Interrupted, the same command goes on and pays nothing again. ' +
        'Each line of the file is a JSON object: the arguments of one execution; where the tool takes a file, {"path": "photo.jpg"} is one of this machine.',
    )
    .argument('<tool>', 'one of farebox tools')
    .argument('<file>', 'JSON lines; - is standard input')
    .option(...OUTPUT);
  for (const option of runOptions()) if (!NOT_OF_BATCHES.has(option.long ?? '')) command.addOption(option);
  command.action(async (tool: string, file: string, flags: BatchFlags) => {
    const { runBatch } = await import('./batch-run.ts');
    await runBatch({ tool, file }, flags, context);
  });
}

const batches = () => import('./batch.ts');
