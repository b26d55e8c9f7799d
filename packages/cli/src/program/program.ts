/** The command line of the project: it runs a system on this machine, and calls others. */
import type { Command } from 'commander';
import { addDoctor } from '../local/doctor.ts';
import { addLocalCommands } from '../local/commands.ts';
import type { Context } from './context.ts';
import { REMOTE_GROUPS } from './remote-groups.ts';
import { createTree, type Grow } from './tree.ts';

export const createProgram = (context: Context, grow?: Grow): Command =>
  createTree([addLocalCommands, addDoctor, ...REMOTE_GROUPS], context, grow);
