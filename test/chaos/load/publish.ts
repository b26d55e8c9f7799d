/**
 * The operator: publishes price tables while customers work, and keeps a log of each table with the version that it got. A lost response
 * is followed by a look at the tables, as an operator would do.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PRICE_TABLE } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { publishTable } from '@farebox/prices';
import { openTestDatabase } from '@farebox/testing';
import type { System } from '../system/system.ts';
import type { Tally } from './drive.ts';

type Tools = (typeof PRICE_TABLE)['tools'];
type Prices = Parameters<typeof publishTable>[1]['tools'];

const ATTEMPTS_MAX = 200;
const PAUSE_MS = 500;
const POLL_MS = 50;
/** Published so long before a table takes effect: retries through an outage find the same instant free or taken by this table. */
const AHEAD_MS = 4000;
const OPERATOR = 'chaos|operator';

export interface Publishing {
  readonly system: Pick<System, 'databaseUrl'>;
  /** Folder of the run: published tables are evidence. */
  readonly directory: string;
}

interface Meanwhile extends Publishing {
  readonly tally: Pick<Tally, 'begun'>;
  /** Executions that the run begins. */
  readonly executions: number;
}

/** Publishes two tables while customers work: after a third of the executions, and after two thirds. */
export async function publishMeanwhile(
  { tally, executions, ...publishing }: Meanwhile,
  over: AbortSignal,
): Promise<void> {
  for (const round of [1, 2]) {
    while (tally.begun < (executions * round) / 3 && !over.aborted) await pause(POLL_MS);
    await publishPrices(publishing, round);
  }
}

/** @param round from 1: each table has other prices. Resolves when the table has been in force for a moment. */
export async function publishPrices({ system, directory }: Publishing, round: number): Promise<void> {
  const database = openTestDatabase({ url: system.databaseUrl, poolMax: 1, applicationName: 'chaos-operator' });
  try {
    const tools = raisedBy(round);
    const { version, effectiveAt } = await untilPublished(database, tools);
    const line = { version, effectiveAt: effectiveAt.toISOString(), tools };
    appendFileSync(join(directory, 'published.jsonl'), `${JSON.stringify(line)}\n`);
    await pause(Math.max(0, effectiveAt.getTime() - Date.now()));
  } finally {
    await database.close();
  }
}

interface Published {
  readonly version: string;
  readonly effectiveAt: Date;
}

async function untilPublished(database: Database, tools: Prices): Promise<Published> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await findPublished(database, tools)) ?? (await publishOnce(database, tools));
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
      await pause(PAUSE_MS);
    }
  }
}

const publishOnce = async (database: Database, tools: Prices): Promise<Published> => {
  const effectiveAt = new Date(Date.now() + AHEAD_MS);
  const proposal = { tools, effectiveAt, by: OPERATOR, code: PRICE_TABLE.tools, isConfirmed: true, unitChanges: [] };
  return (await database.transaction((transaction) => publishTable(transaction, proposal))).after;
};

/** The table, if an earlier attempt published it although its response was lost. */
async function findPublished(database: Database, tools: Prices): Promise<Published | null> {
  const [found] = await database.prisma.$queryRaw<Published[]>`
    SELECT version, effective_at AS "effectiveAt" FROM price_table WHERE prices -> 'tools' = ${JSON.stringify(tools)}::jsonb AND published_by = ${OPERATOR}`;
  return found ?? null;
}

/** A few percent more for each tool, so that every quote changes; the text names no amounts. */
const raisedBy = (round: number): Prices =>
  Object.fromEntries(
    Object.entries<Tools[keyof Tools]>(PRICE_TABLE.tools).map(([name, { unit, models, ...own }]) => [
      name,
      {
        unit,
        ...raised(own, round),
        models: Object.fromEntries(Object.entries(models).map(([model, entry]) => [model, raised(entry, round)])),
      },
    ]),
  );

interface Amounts {
  readonly minimumChargeMicros: string;
  readonly unitPriceMicros: string;
}

const raised = ({ minimumChargeMicros, unitPriceMicros }: Amounts, round: number) => ({
  minimumChargeMicros: String(BigInt(minimumChargeMicros) + BigInt(round)),
  unitPriceMicros: String(BigInt(unitPriceMicros) + BigInt(round)),
  description: 'A price of the chaos run.',
});
