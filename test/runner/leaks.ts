/**
 * A vitest setup file: fails a test file that ends with something still open (a socket, a server, a child process, a
 * timer), or that leaves the process changed for the files that share it. An open resource keeps a program alive after
 * SIGTERM. Vitest runs this file before each test file, so the file that leaks is named, and the next one is not blamed.
 */
import { afterAll } from 'vitest';

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;
/** What a test may open and must close. Files and name look-ups end by themselves; the pipe to vitest stays. */
const WATCHED = /^(TCP|TLS|UDP|Process|ChildProcess|Timeout|Immediate|FSEvent|StatWatcher|Worker|MessagePort)/;
/** Set by libvips when it is first loaded, in whichever file that is. */
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

// Registered before any hook of the test file, so it runs after all of them.
afterAll(async () => {
  const deadline = performance.now() + TIMEOUT_MS;
  while (leaked(openAtStart).length > 0 && performance.now() < deadline) {
    // The timer of this pause has fired, and is no longer counted, when the loop looks again.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const rest = leaked(openAtStart);
  if (rest.length > 0) throw new Error(`still open after the last test of this file: ${rest.join(', ')}`);
  const names = changed(settingsAtStart);
  if (names.length > 0) throw new Error(`not as before the first test of this file: ${names.join(', ')}`);
});
