/**
 * A vitest setup file: closes the idle sockets of fetch, so that every socket that is then still open was left by a test. It is registered
 * after the leak check, so it runs before that check and after every hook of the test file.
 */
import { afterAll } from 'vitest';

/** Where Node stores the connections of its fetch; absent until the first request. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

afterAll(async () => {
  const { [DISPATCHER]: dispatcher } = globalThis as { [DISPATCHER]?: { close: () => Promise<void> } };
  await dispatcher?.close();
});
