/** `farebox doctor` sees what would otherwise show only when customers suffer. */
import type { Mutant } from '../mutant.ts';

const TESTS: readonly [string] = ['packages/cli/src/doctor/production.test.ts'];

export const doctorMutants: readonly Mutant[] = [
  {
    name: 'doctor takes keys under a lost pepper for sound',
    threat: 'I6',
    file: 'packages/cli/src/doctor/pepper.ts',
    defence: 'mark === null || known.has(mark) ? 0 : keys',
    without: 'mark === null || known.size > 0 ? 0 : keys',
    tests: TESTS,
    titles: ['a pepper that is missing, or under which no key is stored, is named'],
  },
  {
    name: 'doctor does not miss a keeper that died',
    threat: 'I6',
    file: 'packages/db/src/store/at-work.ts',
    defence: 'WHERE seen_at > instant() - make_interval(secs => ${SEEN_SECONDS}::double precision)',
    without: 'WHERE seen_at > instant() - make_interval(hours => ${SEEN_SECONDS}::integer)',
    tests: ['packages/db/src/store/at-work.test.ts'],
    titles: ['a process is at work until it stops, and one that died is not'],
  },
  {
    name: 'doctor takes a pull tool without a runner for sound',
    threat: 'I6',
    file: 'packages/cli/src/doctor/own-tools.ts',
    defence: "if ((await pullRuns(database).readiness(tool, 1)) !== 'no_runner') return [];",
    without: "if ((await pullRuns(database).readiness(tool, 1)) !== 'full') return [];",
    tests: ['packages/cli/src/doctor/own-tools.test.ts'],
    titles: ['a pull tool without a key, and one whose runner has not asked for a minute, are named'],
  },
  {
    name: 'doctor takes the root account of S3 for one of the apps',
    threat: 'I6',
    file: 'packages/storage/src/s3/account-rights.ts',
    defence: "NoSuchBucketPolicy: 'administrates'",
    without: "NoSuchBucketPolicy: 'objects'",
    tests: TESTS,
    titles: ['the root account of S3 is named; the account that our script makes is fine'],
  },
];
