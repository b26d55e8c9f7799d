/** Runs all static checks, one for each core at a time: they are bound by the processor. */
import { availableParallelism } from 'node:os';
import type { Failure, SuiteContext, Tally } from '../suite.ts';
import { boundaries, seeingLint } from './canary.ts';
import type { Check } from './check.ts';
import { citations } from './citations.ts';
import { documentedCommands } from './commands.ts';
import { docsIndex } from './docs-index.ts';
import { frozenMigrations } from './frozen.ts';
import { functionHeaders } from './functions.ts';
import { generated } from './generated.ts';
import { houseStyle } from './house-style.ts';
import { migrationForms } from './migrations.ts';
import { oneLauncher } from './launcher.ts';
import { links } from './links.ts';
import { openApiLint } from './openapi.ts';
import { pages } from './pages.ts';
import { toolChecks } from './tools.ts';
import { prose } from './prose.ts';
import { words } from './words.ts';

const checks: readonly Check[] = [
  ...toolChecks,
  seeingLint,
  boundaries,
  generated,
  openApiLint,
  houseStyle,
  oneLauncher,
  documentedCommands,
  pages,
  docsIndex,
  links,
  citations,
  words,
  prose,
  frozenMigrations,
  functionHeaders,
  migrationForms,
];

export async function runStaticChecks(context: SuiteContext): Promise<Tally> {
  const waiting = [...checks];
  const failures: Failure[] = [];
  const startedMs = performance.now();
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const text = await check.run(context).catch((error: unknown) => String(error));
      if (text !== null) failures.push({ title: check.name, text });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const partMs = new Map(context.parts.map((part) => [part, performance.now() - startedMs]));
  return { passed: checks.length - failures.length, failures, skipped: 0, notes: [], partMs };
}
