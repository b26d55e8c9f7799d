/**
 * Named points at which the chaos suite stops, kills or disconnects a process. Unarmed, as always outside of tests, a
 * point does nothing. Armed, the process reports the point and continues after the response.
 */
import { optionalUrl } from './config.ts';

export const failpointFields = {
  failpointUrl: optionalUrl('FAREBOX_FAILPOINT_URL', {
    description:
      'For tests of Farebox only: URL that is notified of every named failpoint and may stop the process there.',
    protocols: ['http:'],
  }),
};

/** The test driver has ended by then, so the process continues. */
const WAIT_MAX_MS = 120_000;
let driver: URL | undefined;

/** Called once, at the start of a process; undefined leaves every point without effect. */
export function armFailpoints(url: URL | undefined): void {
  driver = url;
}

/** `name` is `<app>.<edge>.<before|after>`. `id` names the object in progress, if there is one. Never rejects. */
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
    // If the driver does not respond, the point has no effect.
  }
}
