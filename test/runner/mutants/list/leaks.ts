/** What must not leave: signed URLs of others, secrets in logs. */
import type { Mutant } from '../mutant.ts';

const DOWNLOADS = [
  'packages/storage/src/conformance.test.ts',
  'packages/storage/src/downloads/downloads.test.ts',
] as const;
const LOGS = ['packages/telemetry/src/logger.test.ts'] as const;
const REDACT = 'packages/telemetry/src/redact.ts';

export const leakMutants: readonly Mutant[] = [
  {
    name: 'a download URL needs no signature',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: '!isSignature(urlSecret, signed.claim, signed.signature)',
    without: 'urlSecret === ""',
    tests: DOWNLOADS,
  },
  {
    name: 'a download URL never ends',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: 'remainingMs <= 0 ||',
    without: '',
    tests: DOWNLOADS,
  },
  {
    name: 'a download URL may be valid for longer than five minutes',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: '|| remainingMs > DOWNLOAD_TTL_MAX_SECONDS * 1000',
    without: '',
    tests: DOWNLOADS,
  },
  {
    name: 'a download URL shows where its object lies',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/sealed-key.ts',
    defence: "Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])",
    without: 'Buffer.concat([iv, Buffer.from(text), cipher.final(), cipher.getAuthTag()])',
    tests: DOWNLOADS,
  },
  {
    name: 'API keys stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '    .replace(API_KEY, `tk_${REDACTED}`)\n',
    without: '',
    tests: LOGS,
  },
  {
    name: 'signed URLs stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '\n    .replace(QUERY, (query) => (SIGNED.test(query) ? `?${REDACTED}` : query))',
    without: '',
    tests: LOGS,
  },
  {
    name: 'passwords of URLs stand in the log',
    threat: 'leaks',
    file: REDACT,
    defence: '    .replace(URL_PASSWORD, `$1:${REDACTED}@`)\n',
    without: '',
    tests: LOGS,
  },
  {
    name: 'a job carries more than ids',
    threat: 'leaks',
    file: 'packages/queue/src/jobs.ts',
    defence: "jobs.push({ name: 'wakeUp', data,",
    without: "jobs.push({ name: 'wakeUp', data: [...data, JSON.stringify(wakeUps)],",
    tests: ['packages/queue/src/jobs.test.ts'],
  },
];
