/** A separate database for a suite, cloned from a migrated template in a few milliseconds. */
import { inject } from 'vitest';
import type { Clone } from './template.ts';
import { TEMPLATE_SERVER, type ProvidedTemplateServer } from './template-server.ts';

declare module 'vitest' {
  interface ProvidedContext extends ProvidedTemplateServer {}
}

export interface TestDatabase extends AsyncDisposable {
  /** postgres:// URL of an empty, migrated database for this suite alone, as a role with all privileges on it. */
  readonly url: string;
  /** postgres:// URL of the same database as the role of the apps, which reads and writes rows and nothing else. */
  readonly appUrl: string;
  /** Closes its connections and drops it. Databases that are not dropped are removed at the end of the run. */
  drop(): Promise<void>;
}

/**
 * Call it in `beforeAll` or with `await using`. Uses the server of FAREBOX_TEST_DATABASE_URL if set, else an embedded
 * one.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const address = inject(TEMPLATE_SERVER);
  if (address === undefined) throw new Error('testDatabase() needs globalSetup: packages/testing/src/global-setup.ts');
  const { url, appUrl } = JSON.parse(await ask('POST', address)) as Clone;
  const name = new URL(url).pathname.slice(1);
  const drop = async (): Promise<void> => void (await ask('DELETE', `${address}/${name}`));
  return { url, appUrl, drop, [Symbol.asyncDispose]: drop };
}

async function ask(method: 'POST' | 'DELETE', address: string): Promise<string> {
  const response = await fetch(address, { method });
  const reply = await response.text();
  if (!response.ok) throw new Error(`test database: ${reply}`);
  return reply;
}
