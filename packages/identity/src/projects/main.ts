#!/usr/bin/env node
/**
 * `tollgate-project`: makes an organization with a project, a balance, an ADMIN and an API key, and prints them as JSON; for
 * deployments, whose first customer cannot be made through the API. The key is shown here and never again.
 */
import { parseArgs } from 'node:util';
import { databaseFields, openDatabase, requireOrdinaryRole } from '@tollgate/db';
import { exitIfConfigError, exitOnConfigError, micros, readConfig, text } from '@tollgate/kernel';
import { type ProjectOrder, openProject } from './open-project.ts';

const HELP = `tollgate-project --name <project> --balance-usd <dollars>

  --name <project>         also of its organization, unless --organization is given
  --balance-usd <dollars>  prepaid, a whole number
  --organization <name>
  --admin <subject>        of the member that the key acts for, as in that member's sessions; default: admin
  --test                   a test project, for ever: its balance is play money

Needs DATABASE_URL and TOLLGATE_KEY_PEPPER as the gateways have them.`;

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
  console.error(`tollgate-project: ${(error as Error).message}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help === true) return console.log(HELP);
  const order = readOrder(values);
  const { databaseUrl, pepper } = exitOnConfigError(readSettings);
  const database = openDatabase({ url: databaseUrl.href, poolMax: 1, applicationName: 'tollgate-project' });
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

/** The environment may hold every other setting: this command reads two. */
function readSettings() {
  const pepper = text('TOLLGATE_KEY_PEPPER', { description: 'As the gateways have it.', secret: true, lengthMin: 32 });
  const { DATABASE_URL, TOLLGATE_KEY_PEPPER } = process.env;
  return readConfig({ databaseUrl: databaseFields.databaseUrl, pepper }, { DATABASE_URL, TOLLGATE_KEY_PEPPER });
}
