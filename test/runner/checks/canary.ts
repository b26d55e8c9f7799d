/**
 * Proves that the linter and the dependency cruiser still see: both once reported success without looking. They must find every breach that
 * test/canary contains on purpose; a breach that they find elsewhere is a failure as usual.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';
import { runTool } from './tools.ts';

const CANARY = 'test/canary/';

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

interface Cruise {
  readonly summary: { readonly violations: readonly Violation[]; readonly totalCruised: number };
}

export const boundaries: Check = {
  name: 'dependency direction',
  run: async (context) => {
    const args = ['packages', 'apps', 'test', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
    const { output } = await runTool(context, 'depcruise', args);
    const cruise = parse<Cruise>(output);
    if (cruise === null) return `dependency-cruiser did not answer:\n${output}`;
    const { violations } = cruise.summary;
    const real = violations.filter(({ from }) => !from.startsWith(CANARY));
    const blind = expectedBreaches(context.root).filter(
      ({ from, rule }) => !violations.some((each) => each.from === from && each.rule.name === rule),
    );
    const lines = [
      ...real.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
      ...blind.map(
        ({ from, rule }) => `${rule} was not found in ${from}: the cruiser no longer sees what it must refuse`,
      ),
    ];
    return lines.length === 0 ? null : lines.join('\n');
  },
};

/** The first line of each canary file names the rules that the file breaks. */
function expectedBreaches(root: string): { from: string; rule: string }[] {
  const files = listFiles(root).filter((file) => file.startsWith(CANARY) && file.endsWith('.ts'));
  return files.flatMap((from) => {
    const [, names = ''] = /^\/\*\* Breach: (.*) \*\/$/m.exec(readFileSync(join(root, from), 'utf8')) ?? [];
    return names
      .split(', ')
      .filter(Boolean)
      .map((rule) => ({ from, rule }));
  });
}

interface LintReport {
  readonly diagnostics: readonly { readonly code: string }[];
}

const SEEN_RULES = [
  'typescript(no-floating-promises)',
  'typescript(no-unsafe-return)',
  'regexp(no-super-linear-backtracking)',
  'regexp(no-super-linear-move)',
];

export const seeingLint: Check = {
  name: 'lint knows the types and slow regular expressions',
  run: async (context) => {
    const args = ['-c', `${CANARY}oxlint.json`, '-f', 'json', `${CANARY}lint.ts`];
    const { output } = await runTool(context, 'oxlint', args);
    const found = parse<LintReport>(output)?.diagnostics.map(({ code }) => code) ?? [];
    const unseen = SEEN_RULES.filter((rule) => !found.includes(rule));
    return unseen.length === 0 ? null : `not found in ${CANARY}lint.ts: ${unseen.join(', ')}\n${output}`;
  },
};

function parse<T>(json: string): T | null {
  try {
    return JSON.parse(json) as T;
  } catch {
    return null;
  }
}
