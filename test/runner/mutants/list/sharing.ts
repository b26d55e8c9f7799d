/** What one tenant may take of what all share: places, time, room on the disk, guesses. */
import type { Mutant } from '../mutant.ts';

const UPLOADS = ['apps/gateway/src/upload/storage-quota.test.ts'] as const;
const DOWNLOADS = ['apps/gateway/src/http/serve-file.test.ts'] as const;
const SEND_FILE = 'apps/gateway/src/http/send-file.ts';
const SERVE_FILE = 'apps/gateway/src/http/serve-file.ts';

export const sharingMutants: readonly Mutant[] = [
  {
    name: 'one project uploads in every place there is',
    threat: 'I13',
    file: 'apps/gateway/src/upload/upload-budget.ts',
    defence: 'placesPerKey: perProjectMax',
    without: 'placesPerKey: 1_000',
    tests: ['apps/gateway/src/upload/upload-budget.test.ts'],
  },
  {
    name: 'the projects of one organization hold the memory of all uploads',
    threat: 'I13',
    file: 'apps/gateway/src/upload/upload-budget.ts',
    defence: 'placesPerKey: perOrganizationMax',
    without: 'placesPerKey: 1_000',
    tests: ['apps/gateway/src/upload/upload-budget.test.ts'],
  },
  {
    name: 'uploads are taken until the disk is full',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/upload/receive.ts',
    defence: 'if (freeBytes === null || freeBytes >= freeBytesMin) return;',
    without: 'if (freeBytes !== undefined) return;',
    tests: UPLOADS,
  },
  {
    name: 'a project keeps as much as it likes',
    threat: 'resource exhaustion',
    file: 'packages/files/src/store/files.ts',
    defence: 'const max = row?.funded === true ? bytesMax : Math.min(bytesMax, unfundedBytesMax);',
    without: 'const max = Number.MAX_SAFE_INTEGER;',
    tests: UPLOADS,
  },
  {
    name: 'a reader may stall for ever',
    threat: 'resource exhaustion',
    file: SEND_FILE,
    defence: 'if (waits) response.destroy();',
    without: '',
    tests: DOWNLOADS,
  },
  {
    name: 'a download may take for ever',
    threat: 'resource exhaustion',
    file: SEND_FILE,
    defence: 'setTimeout(() => response.destroy(), limits.totalMs)',
    without: 'setTimeout(() => {}, limits.totalMs)',
    tests: DOWNLOADS,
  },
  {
    name: 'one URL has any number of readers',
    threat: 'resource exhaustion',
    file: SERVE_FILE,
    defence: 'placesPerKey: perUrlMax',
    without: 'placesPerKey: 1_000',
    tests: DOWNLOADS,
  },
  {
    name: 'one project has any number of readers',
    threat: 'I13',
    file: SERVE_FILE,
    defence: 'placesPerKey: perProjectMax',
    without: 'placesPerKey: 1_000',
    tests: DOWNLOADS,
  },
  {
    name: 'a person asks the operator API without end',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/bind-operator-route.ts',
    defence: 'await limits.countSubject(session.subject, context);',
    without: '',
    tests: ['apps/gateway/src/operator/operator.test.ts'],
  },
  {
    name: 'live keys wait behind guesses',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/directory.ts',
    defence: 'const lookup = wasLive ? lookUp(token) : lookUpGuess(token);',
    without: 'const lookup = lookUpGuess(token);',
    tests: ['packages/identity/src/keys/directory.test.ts'],
  },
  {
    name: 'a project has any number of keys',
    threat: 'resource exhaustion',
    file: 'packages/identity/src/keys/store/write.ts',
    defence: "if (live >= KEYS_OF_PROJECT_MAX) throw new AppError('too_many_keys');",
    without: '',
    tests: ['packages/identity/src/keys/directory.test.ts'],
  },
  {
    name: 'a project has a budget for each of its keys',
    threat: 'I13',
    file: 'apps/gateway/src/rate-limit/memory-rate-limiter.ts',
    defence: 'projects.add(projectId);',
    without: '',
    tests: ['apps/gateway/src/rate-limit/memory-rate-limiter.test.ts'],
  },
];
