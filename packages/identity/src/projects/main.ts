#!/usr/bin/env node
/**
 * `farebox-project`: creates an organization with a project, a balance, an ADMIN and an API key, and prints them as JSON. For new deployments, whose first
 * customer cannot be created through the API. The key is shown only this once.
 */
import { parseArgs } from 'node:util';
import { databaseFields, openDatabase, requireOrdinaryRole } from '@farebox/db';
import { exitIfConfigError, exitOnConfigError, integer, micros, readConfig, secretList } from '@farebox/kernel';
import { type ProjectOrder, openProject } from './open-project.ts';

const HELP = `farebox-project --name <project> --balance-usd <dollars>

  --name <project>         also of its organization, unless --organization is given
  --balance-usd <dollars>  prepaid, a whole number
  --organization <name>
  --admin <subject>        of the member that the key acts for, as in that member's sessions; default: admin
  --test                   a test project, for ever: its balance is play money

For the administrator of the database. Needs DATABASE_URL and FAREBOX_KEY_PEPPER with the same values as the gateways.
Everything is created, or nothing. The audit log of the organization records each act, with the actor farebox-project.
If FAREBOX_SECOND_OPERATOR_USD is set as in the gateways, a live project begins with at most that balance. Two operators
top up the rest.`;

const OPTIONS = {
  name: { type: 'string' },
  organization: { type: 'string' },
  'balance-usd': { type: 'string' },
  admin: { type: 'string', default: 'admin' },
  test: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

const MICROS_PER_USD = 1_000_000n;

await main().catch((error: unknown) => {
  console.error(`farebox-project: ${(error as Error).message}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help === true) return console.log(HELP);
  const order = readOrder(values);
  const { databaseUrl, pepper, secondOperatorUsd } = exitOnConfigError(readSettings);
  mustBeGivenAlone(order, secondOperatorUsd);
  const database = openDatabase({ url: databaseUrl.href, poolMax: 1, applicationName: 'farebox-project' });
  try {
    await requireOrdinaryRole(database).catch(exitIfConfigError);
    console.log(JSON.stringify(await openProject({ database, pepper }, order), null, 2));
  } finally {
    await database.close();
  }
}

function readOrder(values: {
  name?: string;
  organization?: string;
  'balance-usd'?: string;
  admin: string;
  test: boolean;
}): ProjectOrder {
  const { name, organization = name, admin, test, 'balance-usd': balance = '' } = values;
  if (name === undefined || organization === undefined || !/^\d{1,9}$/.test(balance)) throw new Error(HELP);
  const balanceMicros = micros(BigInt(balance) * MICROS_PER_USD);
  const environment = test ? 'test' : 'live';
  return {
    name,
    organization,
    admin: { subject: admin, name: admin },
    balanceMicros,
    environment,
    key: { name: 'first' },
  };
}

/** The same rule as in the gateways: 0 is off, and play money needs no second operator. */
function mustBeGivenAlone({ balanceMicros, environment }: ProjectOrder, secondOperatorUsd: number): void {
  if (environment === 'test' || secondOperatorUsd === 0) return;
  if (balanceMicros > BigInt(secondOperatorUsd) * MICROS_PER_USD)
    throw new Error(
      `a balance above ${secondOperatorUsd} USD (FAREBOX_SECOND_OPERATOR_USD) needs two operators: create the project with less, and let two operators top it up`,
    );
}

/** Reads only three settings; the environment may have all others. */
function readSettings() {
  const pepper = secretList('FAREBOX_KEY_PEPPER', { description: 'As the gateways have it.', lengthMin: 32 });
  const secondOperatorUsd = integer('FAREBOX_SECOND_OPERATOR_USD', {
    description: 'As the gateways have it.',
    default: '0',
    min: 0,
    max: 1_000_000,
  });
  const { DATABASE_URL, FAREBOX_KEY_PEPPER, FAREBOX_SECOND_OPERATOR_USD } = process.env;
  const fields = { databaseUrl: databaseFields.databaseUrl, pepper, secondOperatorUsd };
  return readConfig(fields, { DATABASE_URL, FAREBOX_KEY_PEPPER, FAREBOX_SECOND_OPERATOR_USD });
}
