/** The batch commands: many executions of one tool, paid together. */
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import type { BatchFlags } from './batch.ts';
import { runOptions } from './tool-command.ts';

/** Options of `run` that apply to a single execution or to its files. */
const NOT_OF_BATCHES = new Set(['--output', '--no-wait', '--wait', '--concurrency']);
const OUTPUT = ['-o, --output <file>', 'file for the results, as JSON lines (default: standard output)'] as const;
const DOWNLOAD = ['--download <folder>', 'also download the files, named by index: 0.image-resize.jpg'] as const;

export function addBatches(program: Command, withSystem: (command: Command) => Command, context: Context): void {
  const group = program.command('batch').summary('run many executions of one tool, paid together');
  group.description(
    'Runs up to 1,000 executions of one tool under one quote and one spending limit: all are accepted, or none.',
  );
  const verb = (words: string): Command => withSystem(group.command(words));
  addRun(verb('run'), context);
  verb('list')
    .summary('list batches, newest first')
    .description('Lists batches of the project, newest first.')
    .addOption(new Option('--limit <number>', 'number of batches to show (default: 20)'))
    .action(async (flags: BatchFlags) => (await batches()).listBatches(flags, context));
  verb('get')
    .summary('show a batch')
    .description('Shows the state counts of a batch, and its cost so far.')
    .argument('<batch>', 'id of the batch')
    .option('--wait', 'wait until the batch has ended')
    .action(async (id: string, flags: BatchFlags) => (await batches()).getBatch(id, flags, context));
  verb('cancel')
    .summary('cancel a batch')
    .description('Cancels all executions of a batch that have not ended. Ended executions keep their charge.')
    .argument('<batch>', 'id of the batch')
    .action(async (id: string, flags: BatchFlags) => (await batches()).cancelBatch(id, flags, context));
  verb('results')
    .summary('print the results of a batch')
    .description('Writes the executions of a batch as JSON lines, in the order of its inputs, in any state.')
    .argument('<batch>', 'id of the batch')
    .option(...OUTPUT)
    .option(...DOWNLOAD)
    .option('--force', 'overwrite existing files')
    .action(async (id: string, flags: BatchFlags) => (await batches()).batchResults(id, flags, context));
}

function addRun(command: Command, context: Context): void {
  command
    .summary('run a tool on many inputs')
    .description(
      'Uploads files, quotes, executes, waits, and writes each result as a JSON line; with --download, also its files. If interrupted, the same command continues and pays nothing twice. ' +
        'Each line of the input file is a JSON object with the arguments of one execution. {"path": "photo.jpg"} stands for a file of this machine.',
    )
    .argument('<tool>', 'name of a tool (see farebox tools)')
    .argument('<file>', 'file of JSON lines; - reads standard input')
    .option(...OUTPUT)
    .option(...DOWNLOAD);
  for (const option of runOptions()) if (!NOT_OF_BATCHES.has(option.long ?? '')) command.addOption(option);
  command.action(async (tool: string, file: string, flags: BatchFlags) => {
    const { runBatch } = await import('./batch-run.ts');
    await runBatch({ tool, file }, flags, context);
  });
}

const batches = () => import('./batch.ts');
