/**
 * A vitest setup file: lets go of the sockets that fetch keeps for a next request, so that whatever is still open then
 * was left by a test. Registered after the leak check, it runs before it, and after every hook of the test file.
 */
import { afterAll } from 'vitest';

/** Where Node keeps the connections of its fetch; absent until the first request. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

afterAll(async () => {
  const { [DISPATCHER]: dispatcher } = globalThis as { [DISPATCHER]?: { close: () => Promise<void> } };
  await dispatcher?.close();
});
