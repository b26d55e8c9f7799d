/** The ledger as text tables: one command per line, with the balances after it. */
import { testDatabase, type TestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command, Hold } from './testing/books.ts';
import { SqlLedger } from './testing/sql-ledger.ts';

let database: TestDatabase;
let ledger: SqlLedger;

beforeAll(async () => {
  database = await testDatabase();
  ledger = await SqlLedger.open(database.url);
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

/** `refused` means that the command failed and the balances did not change. */
const STORIES: Readonly<Record<string, string>> = {
  'a success is charged and the rest of its hold returns': `
    command          outcome      funded available held spent
    top_up 1000 p1   done         1000   1000      0    0
    reserve a 400    done         1000   600       400  0
    settle a 150     done         1000   850       0    150
  `,
  'a hold above the balance is refused and changes nothing': `
    command          outcome      funded available held spent
    top_up 300 p1    done         300    300       0    0
    reserve a 301    below_zero   300    300       0    0
    reserve a 300    done         300    0         300  0
    reserve b 1      below_zero   300    0         300  0
  `,
  'an execution is settled once, whatever the amounts': `
    command          outcome      funded available held spent
    top_up 900 p1    done         900    900       0    0
    reserve a 400    done         900    500       400  0
    reserve b 400    done         900    100       800  0
    settle a 0       done         900    500       400  0
    settle a 0       repeated     900    500       400  0
    settle a 400     repeated     900    500       400  0
    settle b 400     done         900    500       0    400
    settle b 0       repeated     900    500       0    400
  `,
  'a charge above its hold is refused, even if other executions hold enough': `
    command          outcome      funded available held spent
    top_up 900 p1    done         900    900       0    0
    reserve a 100    done         900    800       100  0
    reserve b 700    done         900    100       800  0
    settle a 101     below_zero   900    100       800  0
    settle a 100     done         900    100       700  100
  `,
  'an execution has one hold': `
    command          outcome      funded available held spent
    top_up 900 p1    done         900    900       0    0
    reserve a 100    done         900    800       100  0
    reserve a 100    repeated     900    800       100  0
    settle a 0       done         900    900       0    0
    reserve a 100    repeated     900    900       0    0
  `,
  'a payment is booked once under its reference, and never with another amount': `
    command          outcome      funded available held spent
    top_up 500 p1    done         500    500       0    0
    top_up 500 p1    done         500    500       0    0
    top_up 501 p1    repeated     500    500       0    0
    top_up 500 p2    done         1000   1000      0    0
    top_up 0 p3      below_zero   1000   1000      0    0
  `,
  'a reference belongs to one booking of any kind': `
    command             outcome      funded available held spent
    credit 500 p1       done         500    500       0    0
    credit 500 p1       done         500    500       0    0
    top_up 500 p1       repeated     500    500       0    0
    adjustment 500 p1   repeated     500    500       0    0
    credit 0 p2         below_zero   500    500       0    0
    credit -1 p2        below_zero   500    500       0    0
    top_up -1 p2        below_zero   500    500       0    0
  `,
  'an adjustment takes available money, never money on hold': `
    command             outcome      funded available held spent
    top_up 900 p1       done         900    900       0    0
    reserve a 400       done         900    500       400  0
    adjustment -501 c1  below_zero   900    500       400  0
    adjustment -500 c1  done         400    0         400  0
    adjustment -500 c1  done         400    0         400  0
    adjustment -1 c2    below_zero   400    0         400  0
    adjustment 70 c2    done         470    70        400  0
    adjustment 0 c3     below_zero   470    70        400  0
    settle a 400        done         470    70        0    400
  `,
  'refunds of an execution together never exceed its charge': `
    command             outcome      funded available held spent
    top_up 900 p1       done         900    900       0    0
    reserve a 400       done         900    500       400  0
    refund 1 r1 a       below_zero   900    500       400  0
    settle a 150        done         900    750       0    150
    refund 151 r1 a     below_zero   900    750       0    150
    refund 100 r1 a     done         1000   850       0    150
    refund 100 r1 a     done         1000   850       0    150
    refund 100 r1 b     repeated     1000   850       0    150
    refund 51 r2 a      below_zero   1000   850       0    150
    refund 50 r2 a      done         1050   900       0    150
    refund 1 r3 a       below_zero   1050   900       0    150
    refund -1 r3 a      below_zero   1050   900       0    150
    refund 1 r3 none    below_zero   1050   900       0    150
  `,
};

function commandOf(text: string, project: string): Command {
  const [kind, name = '', detail = '', named = ''] = text.split(' ');
  const execution = `exe_${project}_${name}`;
  if (kind === 'top_up') return { kind, project, amount: BigInt(name), reference: detail };
  if (kind === 'credit' || kind === 'adjustment') return { kind, project, amount: BigInt(name), reference: detail };
  if (kind === 'refund')
    return { kind, project, amount: BigInt(name), reference: detail, execution: `exe_${project}_${named}` };
  if (kind === 'reserve') return { kind, items: [{ project, execution, amount: BigInt(detail) }] };
  if (kind === 'settle') return { kind, items: [{ execution, charge: BigInt(detail), counted: true }] };
  throw new Error(`no command ${text}`);
}

function remember(holds: Map<string, Hold>, command: Command, project: string): void {
  if (command.kind !== 'reserve') return;
  for (const { execution, amount } of command.items) {
    if (!holds.has(execution)) holds.set(execution, { project, amount, ended: false });
  }
}

it.each(Object.entries(STORIES))('%s', async (title, story) => {
  const project = `proj_${Object.keys(STORIES).indexOf(title)}`;
  await ledger.openAccount(project);
  const holds = new Map<string, Hold>();
  const told: string[] = [];
  const lines = story
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  for (const line of lines) {
    const command = commandOf(line.split(/\s{2,}/)[0] as string, project);
    remember(holds, command, project);
    const outcome = await ledger.run(command, holds);
    const { funded, available, held, spent } = (await ledger.accounts([project])).get(project) ?? {};
    told.push([line.split(/\s{2,}/)[0], outcome, funded, available, held, spent].join(' '));
  }
  expect(told).toEqual(lines.map((line) => line.replace(/\s+/g, ' ')));
});

it.each([
  'UPDATE ledger_transfer SET amount_micros = amount_micros',
  'DELETE FROM ledger_transfer',
  'TRUNCATE ledger_transfer',
])('transfers are append-only: %s is refused', async (statement) => {
  await expect(ledger.query(statement)).rejects.toThrow('append-only');
});

it('the database refuses an account that does not balance, from any statement', async () => {
  await ledger.openAccount('proj_by_hand');
  for (const column of ['funded_micros', 'available_micros', 'held_micros', 'spent_micros']) {
    const statement = `UPDATE ledger_account SET ${column} = ${column} + 1 WHERE project_id = 'proj_by_hand'`;
    await expect(ledger.query(statement)).rejects.toMatchObject({ code: '23514' });
  }
});
