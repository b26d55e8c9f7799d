/** Creates a project with a balance and a key. */
import { micros } from '@farebox/kernel';
import { openProject } from '@farebox/identity';
import { openTestDatabase } from '@farebox/testing';

const BALANCE_MICROS = 50_000_000n;

/** Returns the key. */
export async function openLoadProject(databaseUrl: string, pepper: string): Promise<string> {
  const database = openTestDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'deploy-tests' });
  try {
    const { key } = await openProject(
      { database, pepper },
      {
        organization: 'Deploy',
        name: 'Deploy',
        admin: { subject: 'deploy', name: 'Deploy' },
        balanceMicros: micros(BALANCE_MICROS),
        environment: 'live',
        key: { name: 'deploy' },
      },
    );
    return key;
  } finally {
    await database.close();
  }
}
