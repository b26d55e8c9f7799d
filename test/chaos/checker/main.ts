/**
 * The independent checker: `npm run node -- test/chaos/checker/main.ts <folder of a run> [--again]`. It imports nothing from the
 * system and looks at it from outside. Exit code 1: a promise was broken, and standard output says which. `--again`: judges
 * evidence that was collected before.
 */
import { collect } from './collect/index.ts';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import { readEvidence } from './read-evidence.ts';

const BREACHES_SHOWN = 8;

async function main([directory, again]: readonly string[]): Promise<number> {
  if (directory === undefined) throw new Error('which run? Give its folder.');
  if (again !== '--again') {
    console.log('gathering the evidence');
    await collect(directory);
  }
  const evidence = readEvidence(directory);
  let broken = 0;
  for (const [name, { says, check }] of Object.entries(PROMISES)) {
    const breaches = check(evidence);
    console.log(`${breaches.length === 0 ? '✓' : '✗'} ${name.padEnd(4)}${says}`);
    for (const breach of breaches.slice(0, BREACHES_SHOWN)) console.log(`      ${breach}`);
    if (breaches.length > BREACHES_SHOWN) console.log(`      … and ${breaches.length - BREACHES_SHOWN} more`);
    if (breaches.length > 0) broken++;
  }
  console.log(seen(evidence));
  return broken === 0 ? 0 : 1;
}

/** Counts of the evidence, so that a check that had nothing to look at is noticed. */
function seen({ executions, transfers, history, objects, costs, client }: Evidence): string {
  const statuses = Map.groupBy(executions, ({ status }) => status);
  const ended = [...statuses].map(([status, rows]) => `${rows.length} ${status}`).join(', ');
  const rest = `${transfers.length} transfers, ${history.length} changes, ${objects.length} objects, ${costs.length} paid effects`;
  return `checked ${executions.length} executions (${ended}), ${rest}, ${client.length} lines of the client's log`;
}

process.exitCode = await main(process.argv.slice(2));
