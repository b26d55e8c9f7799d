/** Waits until every application does its work: the gateway by its own word, the others once their metrics answer. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './options.ts';
import { simulatorUrl } from './simulated-providers.ts';
import { APPLICATIONS, type ApplicationName, baseUrlOf, type Settings } from './settings.ts';

const PAUSE_MS = 100;
const ANSWER_TIMEOUT_MS = 2_000;

/** Application → a URL that answers 200 once it works. */
export function readinessUrls(settings: Settings, baseUrl: string): Readonly<Record<string, string>> {
  const urls = APPLICATIONS.flatMap((name) => {
    const env = settings[name];
    return env === undefined ? [] : [[name, urlOf(name, env, baseUrl)]];
  });
  return Object.fromEntries(urls) as Record<string, string>;
}

function urlOf(name: ApplicationName, env: Environment, baseUrl: string): string {
  const { TOLLGATE_METRICS_HOST: host = '127.0.0.1', TOLLGATE_METRICS_PORT: port } = env;
  if (name === 'gateway') return `${baseUrl}/readyz`;
  if (name === 'simulator') return `${simulatorUrl(env)}/_simulator/ready`;
  return `${baseUrlOf({ host, port: Number(port) })}/metrics`;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Rejects after `timeoutMs`, naming who is late, and with the signal's reason when that aborts. */
export async function waitUntilReady(
  urls: Readonly<Record<string, string>>,
  { timeoutMs, signal }: Patience,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (const [name, url] of Object.entries(urls)) {
    while (!(await answers(url))) {
      if (performance.now() > deadline)
        throw new Error(`${name} was not ready after ${timeoutMs / 1000} s; see its log`);
      await pause(PAUSE_MS);
      signal.throwIfAborted();
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
