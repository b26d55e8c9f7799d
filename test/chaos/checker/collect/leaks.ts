/** Searches every log, every command to Redis and all metrics (which the run keeps beside the logs) for text that must not be there. */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Run } from './run.ts';

const LEAKS_SHOWN_MAX = 50;
/** Forms of text that the system never writes, for any owner of the secret. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an API key': /fb_(live|test)_[A-Za-z0-9]{6,}_/,
  'the signature of a URL': /[?&](X-Amz-Signature|signature)=[A-Za-z0-9_%-]{16,}/i,
  'an authorization header': /\bbearer [A-Za-z0-9_.-]{16,}/i,
};

export async function collectLeaks(run: Run, signedUrls: readonly string[]): Promise<string[]> {
  const signatures = signedUrls.flatMap((url) => url.match(/(?<=signature=)[^&]+/gi) ?? []);
  const texts = {
    ...run.secrets,
    'an API key of a customer': run.customers.flatMap(({ tokens }) => tokens),
    'the signature of a URL': signatures,
  };
  const needles = Object.entries(texts).flatMap(([what, values]) => values.map((value) => ({ what, value })));
  const leaks: string[] = [];
  const search = (location: string, line: string): void => {
    for (const { what, value } of needles)
      if (value !== '' && line.includes(value)) leaks.push(`${what} in ${location}`);
    for (const [what, form] of Object.entries(FORMS)) if (form.test(line)) leaks.push(`${what} in ${location}`);
  };
  for (const name of readdirSync(run.logs)) {
    let number = 0;
    const lines = createInterface({ input: createReadStream(join(run.logs, name)), crlfDelay: Infinity });
    for await (const line of lines) search(`${name}:${++number}`, line);
  }
  return leaks.slice(0, LEAKS_SHOWN_MAX);
}
