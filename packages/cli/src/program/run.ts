/** Runs the command line of the project once. */
import type { Context } from './context.ts';
import { createProgram } from './program.ts';
import { runTree } from './run-tree.ts';

/** Returns the exit code. Every failure becomes one line for a person; nothing is thrown. */
export const run = (args: readonly string[], context: Context): Promise<number> =>
  runTree(createProgram, args, context);
