/**
 * Named points at which the chaos suite stops, kills or cuts off a process. Unarmed, which is always outside of tests, a point
 * does nothing. Armed, the process says where it is and goes on when it is answered.
 */
import { optionalUrl } from './config.ts';

export const failpointFields = {
  failpointUrl: optionalUrl('FAREBOX_FAILPOINT_URL', {
    description: 'For tests of Farebox itself: who is told of every named point, and may stop the process there.',
    protocols: ['http:'],
  }),
};

/** Whoever drives the test is gone by then: go on. */
const WAIT_MAX_MS = 120_000;
let driver: URL | undefined;

/** Once, at the start of a process; undefined leaves every point without effect. */
export function armFailpoints(url: URL | undefined): void {
  driver = url;
}

/** `name` is `<app>.<edge>.<before|after>`; `id` names what is worked on, where there is such a thing. Never rejects. */
export const failpoint = (name: string, id?: string): Promise<void> | undefined =>
  driver === undefined ? undefined : reach(driver, { name, id, pid: process.pid });

async function reach(to: URL, at: { readonly name: string; readonly id: string | undefined; readonly pid: number }) {
  try {
    await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(at),
      signal: AbortSignal.timeout(WAIT_MAX_MS),
    });
  } catch {
    // Nobody listens: the point is not taken.
  }
}
