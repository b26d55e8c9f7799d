/** One connection's share of the commands, on its own projects: each command runs here and in the database, and every balance is compared. */
import type pg from 'pg';
import { createRandom } from '../random.ts';
import { createCommands } from './commands.ts';
import type { Command } from './command.ts';
import { type Account, createReference, type Reference } from './reference.ts';

const PROJECTS = 6;
const LINEAGES = ['key_one', 'key_two'];
const BATCH = 400;

export interface LaneOptions {
  readonly sql: pg.Pool;
  readonly seed: number;
  readonly number: number;
  readonly commands: number;
  readonly onBatch: (commands: number) => void;
}

export interface Ran {
  /** Outcome → how often it occurred. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** Rejects at the first command whose outcome differs from the arithmetic. */
export async function runLane({ sql, seed, number, commands, onBatch }: LaneOptions): Promise<Ran> {
  const lane = `proj_lane_${number}_`;
  const projects = Array.from({ length: PROJECTS }, (_, index) => `${lane}${index}`);
  await makeProjects(sql, `org_lane_${number}`, projects);
  const reference = createReference(projects, LINEAGES);
  const drawn = createCommands(createRandom(seed, `ledger ${number}`), reference, String(number));
  const outcomes = new Map<string, number>();
  for (let left = commands; left > 0; left -= BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, left) }, () => {
      const command = drawn.next();
      const asked = asSql(command, reference);
      const refused = reference.apply(command);
      if (refused.size === 0) drawn.done(command);
      return { command, asked, refused, balances: balancesOf(reference) };
    });
    const { rows } = await sql.query<{ outcomes: string[] }>('CALL chaos.ledger_run($1, $2, NULL)', [
      JSON.stringify(batch.map(({ asked }) => asked)),
      lane,
    ]);
    for (const [index, { command, refused, balances }] of batch.entries()) {
      const [said = '', ...is] = rows[0]?.outcomes[index]?.split(' ') ?? [];
      const expected: readonly string[] = refused.size === 0 ? ['done'] : [...refused];
      if (!expected.includes(said) || is.join(' ') !== balances)
        throw new Error(
          `${text(command)}: the database says ${said} ${is.join(' ')}, arithmetic ${expected.join(' or ')} ${balances}`,
        );
      outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
    }
    onBatch(batch.length);
  }
  await compareEnd(sql, reference);
  return { outcomes };
}

const text = (command: Command): string =>
  JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

async function makeProjects(sql: pg.Pool, organization: string, projects: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO organization (id, name) VALUES ($1, $1)', [organization]);
  for (const project of projects) {
    const environment = project === projects.at(-1) ? 'test' : 'live';
    await sql.query('INSERT INTO project (id, organization_id, name, environment) VALUES ($1, $2, $1, $3)', [
      project,
      organization,
      environment,
    ]);
    await sql.query('SELECT ledger_open($1)', [project]);
  }
}

const balancesOf = ({ accounts, lineages }: Reference): string =>
  [
    ...[...accounts.values()].map(({ funded, available, held, spent }) => [funded, available, held, spent].join('/')),
    ...[...lineages.values()].flatMap(({ isCounted, held, charged }) => (isCounted ? [`${held}:${charged}`] : [])),
  ].join(' ');

/** As arrays of equal length, which the SQL functions take. */
function asSql(command: Command, { holds }: Reference): object {
  const { kind } = command;
  if (kind === 'fund' || kind === 'cap') {
    const { amount } = command;
    return { ...command, amount: amount === null ? null : String(amount) };
  }
  const executions = command.items.map(({ execution }) => execution);
  if (kind === 'reserve' || kind === 'accept') {
    const projects = command.items.map(({ project }) => project);
    const amounts = command.items.map(({ amount }) => String(amount));
    const lineages = kind === 'accept' ? { lineages: command.items.map(({ lineage }) => lineage) } : {};
    return { kind, projects, executions, amounts, ...lineages };
  }
  return {
    kind,
    projects: executions.map((execution) => holds.get(execution)?.project),
    executions,
    amounts: executions.map((execution) => String(holds.get(execution)?.amount)),
    charges: command.items.map(({ charge }) => String(charge)),
    ...(kind === 'settle' ? { counted: command.items.map(({ counted }) => counted) } : {}),
  };
}

/** Compares the month's usage, and the transfers behind all balances. */
async function compareEnd(sql: pg.Pool, { accounts }: Reference): Promise<void> {
  for (const [project, account] of accounts) {
    const { rows } = await sql.query<Record<string, string>>(
      `SELECT (SELECT coalesce(sum(settled_requests), 0) FROM usage_month WHERE project_id = $1) AS requests,
              (SELECT coalesce(sum(charged_micros), 0) FROM usage_month WHERE project_id = $1) AS charged,
              count(*) AS transfers,
              coalesce(sum(CASE 'funding' WHEN debit THEN amount_micros WHEN credit THEN -amount_micros END), 0) AS funded,
              coalesce(sum(amount_micros) FILTER (WHERE kind = 'settle'), 0) AS spent
       FROM ledger_transfer WHERE project_id = $1`,
      [project],
    );
    for (const [name, is] of Object.entries(rows[0] ?? {})) {
      const due = account[name as keyof Account];
      if (BigInt(is) !== due) throw new Error(`${project}: ${name} is ${is} in the database, ${due} by arithmetic`);
    }
  }
}
