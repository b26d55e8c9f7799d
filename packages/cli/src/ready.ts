/** Waits until every application works: the gateway reports it on /readyz, the others when their metrics respond. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './options.ts';
import { simulatorUrl } from './simulated-providers.ts';
import { APPLICATIONS, type ApplicationName, baseUrlOf, type Settings } from './settings.ts';

const PAUSE_MS = 100;
const RESPONSE_TIMEOUT_MS = 2_000;

/** A URL for each application that returns 200 once it works. */
export function readinessUrls(settings: Settings, baseUrl: string): Readonly<Record<string, string>> {
  const urls = APPLICATIONS.flatMap((name) => {
    const env = settings[name];
    return env === undefined ? [] : [[name, urlOf(name, env, baseUrl)]];
  });
  return Object.fromEntries(urls) as Record<string, string>;
}

function urlOf(name: ApplicationName, env: Environment, baseUrl: string): string {
  if (name === 'gateway') return `${baseUrl}/readyz`;
  if (name === 'simulator') return `${simulatorUrl(env)}/_simulator/ready`;
  return metricsUrl(env);
}

/** The metrics URL of each application. The simulator has none. */
export function metricsUrls(settings: Settings): Readonly<Record<string, string>> {
  const urls = APPLICATIONS.filter((name) => name !== 'simulator').flatMap((name) => {
    const env = settings[name];
    return env === undefined ? [] : [[name, metricsUrl(env)]];
  });
  return Object.fromEntries(urls) as Record<string, string>;
}

function metricsUrl({ FAREBOX_METRICS_HOST: host = '127.0.0.1', FAREBOX_METRICS_PORT: port }: Environment): string {
  return `${baseUrlOf({ host, port: Number(port) })}/metrics`;
}

export interface ReadyWait {
  /** Grows while any application makes progress. */
  readonly progress: () => number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Shorter time limit for tests. */
  readonly stalledMs?: number;
}

/** Without output and processor time for this long, an application hangs. A busy machine still makes progress. */
const STALLED_MS = 60_000;
/** Upper limit even with progress: an application may retry something that will never succeed. */
const LONGEST_MS = 15 * 60_000;
const STILL_MS = 20_000;

/** Rejects if an application makes no progress, and names it. Rejects with the signal's reason if the signal aborts. */
export async function waitUntilReady(urls: Readonly<Record<string, string>>, wait: ReadyWait): Promise<void> {
  const { progress, say, signal, stalledMs = STALLED_MS } = wait;
  const beganMs = performance.now();
  let [seen, movedMs, saidMs] = [progress(), beganMs, beganMs];
  for (const [name, url] of Object.entries(urls)) {
    while (!(await responds(url))) {
      const [now, moved] = [performance.now(), progress()];
      if (moved !== seen) [seen, movedMs] = [moved, now];
      if (now - movedMs > stalledMs || now - beganMs > LONGEST_MS)
        throw new Error(`${name} is not ready and makes no progress; see its log`);
      if (now - saidMs > STILL_MS) say(`Still waiting for ${name} …`);
      if (now - saidMs > STILL_MS) saidMs = now;
      await pause(PAUSE_MS);
      signal.throwIfAborted();
    }
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
