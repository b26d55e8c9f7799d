/** Opens the migrator's connection. Creates the database if the server has none of that name. */
import pg from 'pg';

const DATABASE_MISSING = '3D000';
const ALREADY_THERE: ReadonlySet<string> = new Set(['42P04', '23505']);

export async function connectOrCreate(databaseUrl: string): Promise<pg.Client> {
  try {
    return await connect(databaseUrl);
  } catch (error) {
    if (codeOf(error) !== DATABASE_MISSING) throw error;
    await createDatabase(databaseUrl);
    return await connect(databaseUrl);
  }
}

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'farebox-migrate' });
  client.on('error', () => {}); // a connection that breaks between two statements fails the next one
  await client.connect();
  return client;
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const client = await connect(url.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!ALREADY_THERE.has(codeOf(error) ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** The SQLSTATE of a server error. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
