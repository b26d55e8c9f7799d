/** Reads the evidence from the folder of a run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from './evidence.ts';

export function readEvidence(directory: string): Evidence {
  const lines = <T>(file: string): T[] => {
    const path = join(directory, file);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T);
  };
  const rows = <T>(name: string): T[] => lines<T>(`evidence/${name}.jsonl`);
  const whole = <T>(file: string): T => JSON.parse(readFileSync(join(directory, file), 'utf8')) as T;
  return {
    run: whole('run.json'),
    faults: lines('faults.jsonl'),
    accounts: rows('accounts'),
    transfers: rows('transfers'),
    usage: rows('usage'),
    organizations: rows('organizations'),
    keyCaps: rows('key-caps'),
    keyUsage: rows('key-usage'),
    executions: rows('executions'),
    batches: rows('batches'),
    steps: rows('steps'),
    files: rows('files'),
    uploads: rows('uploads'),
    storage: rows('storage'),
    history: rows('history'),
    objects: rows('objects'),
    measured: rows('measured'),
    costs: rows('costs'),
    recordedCosts: rows('recorded-costs'),
    runs: rows('runs'),
    toolVersions: rows('tool-versions'),
    client: lines('client.jsonl'),
    told: lines('told.jsonl'),
    webhooks: lines('webhooks.jsonl'),
    priceTables: rows('price-tables'),
    published: lines('published.jsonl'),
    templates: rows('templates'),
    shown: rows('shown'),
    batchStates: rows('batch-states'),
    deliveries: rows('deliveries'),
    acts: lines('acts.jsonl'),
    loggedActs: rows('logged-acts'),
    replies: whole('evidence/answers.json'),
    probes: rows('probes'),
    leaks: whole('evidence/leaks.json'),
  };
}
