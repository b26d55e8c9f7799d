/**
 * A pool of the test itself, beside those of the apps that it tests. It waits for a connection for as long as a busy machine may take: an app gives
 * up after two seconds because its client waits, and a test that did so would fail for a reason that it is not about.
 */
import { type Database, openDatabase } from '@farebox/db';

const CONNECT_TIMEOUT_MS = 60_000;

type TestDatabaseOptions = Omit<Parameters<typeof openDatabase>[0], 'connectTimeoutMs'>;

export const openTestDatabase = (options: TestDatabaseOptions): Database =>
  openDatabase({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
