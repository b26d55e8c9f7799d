/** Checks that consist of one tool and its exit code. The configuration of each tool is a file at the top of the repository. */
import { join } from 'node:path';
import { type Ended, run } from '../program.ts';
import type { CheckContext } from '../suite.ts';
import type { Check } from './check.ts';

export const toolChecks: readonly Check[] = [
  tool('format', ['oxfmt', '--list-different', '.'], 'Not formatted; `npm run format` writes them as they should be:'),
  tool('lint', ['oxlint', '--deny-warnings', '-f', 'unix']),
  tool('types', ['tsc', '-p', '.']),
  tool('dead code', ['knip', '--no-progress', '--no-config-hints']),
];

function tool(name: string, [binary, ...args]: readonly [string, ...string[]], explanation = ''): Check {
  return {
    name,
    run: async (context) => {
      const ended = await runTool(context, binary, args);
      return ended.code === 0 ? null : `${explanation}\n${ended.output}`.trim();
    },
  };
}

/** Runs a program of node_modules/.bin at the root. */
export function runTool(context: CheckContext, binary: string, args: readonly string[]): Promise<Ended> {
  return run({
    command: [join(context.root, 'node_modules/.bin', binary), ...args],
    cwd: context.root,
    env: { ...context.env, NO_COLOR: '1' },
    limitMs: context.limitMs,
  });
}
