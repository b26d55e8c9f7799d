/** The `farebox` command of the installed package, which calls a system that runs elsewhere. */
import { processContext } from './program/process-context.ts';
import { REMOTE_GROUPS } from './program/remote-groups.ts';
import { runTree } from './program/run-tree.ts';
import { createTree } from './program/tree.ts';

process.exitCode = await runTree(
  (context, grow) => createTree(REMOTE_GROUPS, context, grow),
  process.argv.slice(2),
  // INIT_CWD is set if a script of another project runs the command: paths are still those of the current folder.
  processContext(process.cwd(), { ...process.env, INIT_CWD: process.cwd() }),
);
