/**
 * A vitest setup file. It fails a test file that leaves a resource open (socket, server, child process, timer) or changes the process for the
 * files that share it. An open resource would keep a program alive after SIGTERM. Vitest runs this file before each test file, so the
 * file that leaks is named.
 */
import { afterAll } from 'vitest';

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;
/** Resources that a test must close. File operations and name lookups end by themselves; the pipe to vitest stays open. */
const WATCHED = /^(TCP|TLS|UDP|Process|ChildProcess|Timeout|Immediate|FSEvent|StatWatcher|Worker|MessagePort)/;
/** libvips sets this variable when it is first loaded, in whichever file that happens. */
const SET_BY_A_LIBRARY = 'VIPSHOME';

function open(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (WATCHED.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function leaked(before: Map<string, number>): string[] {
  const now = [...open()];
  return now.filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind, count]) => `${count} × ${kind}`);
}

const settings = (): Map<string, string | undefined> =>
  new Map([...Object.entries(process.env), ['working directory', process.cwd()]]);

function changed(before: Map<string, string | undefined>): string[] {
  const now = settings();
  const names = new Set([...before.keys(), ...now.keys()]);
  names.delete(SET_BY_A_LIBRARY);
  return [...names].filter((name) => before.get(name) !== now.get(name));
}

const openAtStart = open();
const settingsAtStart = settings();

// Registered before the hooks of the test file, so it runs after all of them.
afterAll(async () => {
  const deadline = performance.now() + TIMEOUT_MS;
  while (leaked(openAtStart).length > 0 && performance.now() < deadline) {
    // A timer of this pause that has fired is no longer counted at the next look.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const rest = leaked(openAtStart);
  if (rest.length > 0) throw new Error(`still open after the last test of this file: ${rest.join(', ')}`);
  const names = changed(settingsAtStart);
  if (names.length > 0) throw new Error(`not as before the first test of this file: ${names.join(', ')}`);
});
