/**
 * Shows how a client behaves when a connection falls silent while garbage is collected. Runs as a program, whose argument is the base URL of the
 * scripted service, or in a page. Prints or posts its findings.
 */
import { createFarebox } from '@farebox/sdk';

const STOP_MS = 400;
const SILENCE_MS = 1_000;

function collect() {
  if (globalThis.Bun !== undefined) return globalThis.Bun.gc(true);
  if (globalThis.gc !== undefined) return globalThis.gc();
  return Array.from({ length: 200 }, () => new Uint8Array(1_000_000).length).length; // no way to ask for a collection
}

/** Collects while `work` waits. Returns how it ended: its value, or the code or message of its error. */
async function ended(work) {
  const collecting = setInterval(collect, 50);
  try {
    return await work();
  } catch (error) {
    return error.code ?? error.message;
  } finally {
    clearInterval(collecting);
  }
}

async function statuses(events) {
  const seen = [];
  for await (const { status } of events) seen.push(status);
  return seen;
}

function abortLater() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), STOP_MS);
  return controller.signal;
}

async function seen(baseUrl) {
  const farebox = createFarebox({ baseUrl, apiKey: 'fb', timeoutMs: SILENCE_MS, silenceMs: SILENCE_MS, attemptsMax: 1 });
  const patient = createFarebox({ baseUrl, apiKey: 'fb' });
  const artifact = () => {
    const file = { id: 'file_1', sha256: '', sizeBytes: 100 };
    return patient.artifacts({ id: 'exe_1', output: { artifacts: [file] } })[0];
  };
  return {
    abortedStream: await ended(() => statuses(patient.events('exe_deaf', { signal: abortLater() }))),
    abortedUnanswered: await ended(() => statuses(patient.events('exe_mute', { signal: abortLater() }))),
    silentStream: await ended(() => statuses(farebox.events('exe_silent'))),
    silentBody: await ended(() => farebox.usage()),
    abortedDownload: await ended(() => artifact().blob({ signal: abortLater() })),
  };
}

const isPage = globalThis.document !== undefined;
const baseUrl = isPage ? globalThis.location.origin : globalThis.process.argv[2];
const result = JSON.stringify(await seen(baseUrl));
if (isPage) await fetch('/seen', { method: 'POST', body: result });
else console.log(result);

