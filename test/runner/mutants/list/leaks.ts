/** Data that must not leave the system: signed URLs of other projects, and secrets in logs. */
import type { Mutant } from '../mutant.ts';

const LOGS = ['packages/telemetry/src/logger.test.ts'] as const;
const REDACT = 'packages/telemetry/src/redact.ts';

export const leakMutants: readonly Mutant[] = [
  {
    name: 'a download URL needs no signature',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: '!isSignature(urlSecret, signed.claim, signed.signature)',
    without: 'urlSecret === ""',
    tests: ['packages/storage/src/downloads/downloads.test.ts'],
    titles: ['a download URL with %s returns nothing'],
  },
  {
    name: 'a download URL never ends',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: 'remainingMs <= 0 ||',
    without: '',
    tests: ['packages/storage/src/downloads/downloads.test.ts'],
    titles: ['a download URL works until its last second and not after it'],
  },
  {
    name: 'a download URL may be valid for longer than five minutes',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: '|| remainingMs > DOWNLOAD_TTL_MAX_SECONDS * 1000',
    without: '',
    tests: ['packages/storage/src/downloads/downloads.test.ts'],
    titles: ['a clock set back by hours does not extend a download URL beyond its 300 seconds'],
  },
  {
    name: 'a download URL shows where its object lies',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/sealed-key.ts',
    defence: "Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])",
    without: 'Buffer.concat([iv, Buffer.from(text), cipher.final(), cipher.getAuthTag()])',
    tests: ['packages/storage/src/conformance.test.ts'],
    titles: ["a download URL does not reveal its object's key, in any encoding"],
  },
  {
    name: 'API keys stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '    .replace(API_KEY, `fb_${REDACTED}`)\n',
    without: '',
    tests: LOGS,
    titles: ['an API key is never logged, wherever it is in a message, a value, a name, an array or an error'],
  },
  {
    name: 'signed URLs stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '\n    .replace(QUERY, (query) => (SIGNED.test(query) ? `?${REDACTED}` : query))',
    without: '',
    tests: LOGS,
    titles: ['the query string of a signed URL is never logged, whatever it contains'],
  },
  {
    name: 'passwords of URLs stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '    .replace(URL_PASSWORD, `$1:${REDACTED}@`)\n',
    without: '',
    tests: LOGS,
    titles: ['%s has its secret redacted'],
  },
  {
    name: 'a job carries more than ids',
    threat: 'leaks',
    file: 'packages/queue/src/jobs.ts',
    defence: "jobs.push({ name: 'wakeUp', data,",
    without: "jobs.push({ name: 'wakeUp', data: [...data, JSON.stringify(wakeUps)],",
    tests: ['packages/queue/src/jobs.test.ts'],
    titles: ['$count wake-ups, $wakeUpsPerJob per job, are sent as jobs of $sizes and arrive complete'],
  },
];
