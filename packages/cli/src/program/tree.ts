/**
 * A command line as one tree, from which help, completions and docs/command-line.md are made. The code of a command is
 * imported only when the command runs, so that help and completions are fast.
 */
import { readFileSync } from 'node:fs';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import type { Context } from './context.ts';
import { addExamples } from './examples.ts';
import { exitCodesText } from './exit-codes.ts';

const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Adds the commands of one area. */
export type Group = (program: Command, context: Context) => void;

/** Adds commands that are known only at run time, for completions. */
export type Grow = (program: Command, env: Context['env']) => void;

export function createTree(groups: readonly Group[], context: Context, grow?: Grow): Command {
  const program = new Command('farebox')
    .description('Runs paid tools, runs a Farebox system, and operates it as a business.')
    .version(VERSION)
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError()
    .enablePositionalOptions() // options after the name of a tool belong to the tool
    .configureHelp(context.columns === undefined ? {} : { helpWidth: context.columns })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.say(text.trimEnd()),
      writeErr: (text) => context.tell(text.trimEnd()),
      outputError: () => {}, // the code that runs the program prints the error once
    })
    .addHelpText('after', `\n${exitCodesText()}`);
  for (const add of groups) add(program, context);
  grow?.(program, context.env);
  tab(program, { completionCommandName: 'completion' });
  program.commands.find((command) => command.name() === 'completion')?.description('print completions for a shell');
  addExamples(program);
  return program;
}
