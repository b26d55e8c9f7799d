/** Collects all evidence into files of the run's folder, so that it can be judged again after the system is gone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Batch } from '../batch.ts';
import type { StoredFile } from '../files.ts';
import { collectReplies } from './replies.ts';
import { collectLeaks } from './leaks.ts';
import { collectObjects } from './objects.ts';
import { collectRows } from './rows.ts';
import { type Run, readRun } from './run.ts';
import { collectShown } from './shown.ts';

export async function collect(directory: string): Promise<void> {
  const run = readRun(directory);
  const evidence = join(directory, 'evidence');
  mkdirSync(evidence, { recursive: true });
  let artifacts: readonly StoredFile[] = [];
  let batches: readonly Batch[] = [];
  const write = (name: string, rows: readonly object[]): void => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(evidence, `${name}.jsonl`), text, { mode: 0o600 });
    if (name === 'files') artifacts = (rows as readonly StoredFile[]).filter(({ origin }) => origin === 'artifact');
    if (name === 'batches') batches = rows as readonly Batch[];
  };
  const signedUrls: string[] = [];
  await collectRows(run.databaseUrl, write);
  const measured = await collectObjects(run);
  write(
    'objects',
    measured.map(({ key, sizeBytes, sha256 }) => ({ key, sizeBytes, sha256 })),
  );
  write('measured', measured);
  const { shown, batchStates } = await collectShown(run);
  write('shown', shown);
  write('batch-states', batchStates);
  const onSignedUrl = (url: string): number => signedUrls.push(url);
  const replies = await collectReplies({ run, artifacts, batches, onSignedUrl });
  writeFileSync(join(evidence, 'answers.json'), JSON.stringify(replies), { mode: 0o600 });
  writeFileSync(join(evidence, 'leaks.json'), JSON.stringify(await collectLeaks(run, signedUrls)), { mode: 0o600 });
  write('costs', costsOf(run));
  write('runs', runsOf(run));
}

/** The book of the runner, as its process wrote it. A line that its death cut off was never written. */
function runsOf({ runnerBook }: Run): object[] {
  if (runnerBook === null || !existsSync(runnerBook)) return [];
  const lines = readFileSync(runnerBook, 'utf8').split('\n').slice(0, -1);
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as object);
}

interface CostLine {
  readonly kind: 'charged' | 'credited';
  readonly effect: string;
  readonly costMicros: number;
}

/** The provider's own cost log, as its process wrote it. */
function costsOf({ costLog, costsFrom }: Run): object[] {
  if (!existsSync(costLog)) return [];
  const lines = readFileSync(costLog, 'utf8').split('\n').slice(costsFrom);
  const costs = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CostLine);
  // The final cost of a cancelled call is a line of its own.
  const credited = new Map(
    costs.filter(({ kind }) => kind === 'credited').map((line) => [line.effect, line.costMicros]),
  );
  return costs
    .filter(({ kind }) => kind === 'charged')
    .map((line) => ({
      ...line,
      costMicros: credited.get(line.effect) ?? line.costMicros,
      wasCancelled: credited.has(line.effect),
    }));
}
