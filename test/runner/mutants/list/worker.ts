/** The confinement of decoders, and the limits of one tenant's work. */
import type { Mutant } from '../mutant.ts';

const ISOLATION = 'packages/sandbox/src/isolation/isolation.ts';
const COMMAND = 'packages/sandbox/src/isolation/command.ts';
const LIMIT = 'packages/sandbox/src/limit.ts';
const POOL_TESTS = ['apps/worker-image/src/sandbox/pool.test.ts'] as const;
const SHARES_TESTS = ['apps/worker-image/src/sandbox/shares.test.ts'] as const;
const SOUND = 'apps/worker-provider/src/sound/decoded-seconds.ts';
const SOUND_TESTS = ['apps/worker-provider/src/sound/check-sound.test.ts'] as const;

export const workerMutants: readonly Mutant[] = [
  {
    name: 'an isolation is claimed that was not tried',
    threat: 'media parsers',
    file: ISOLATION,
    defence: "isolation.kind === 'process' ? LOOK_INTO_PARENT : WRITE",
    without: 'WRITE',
    tests: ['packages/sandbox/src/isolation/unreadable.test.ts'],
    titles: [
      'a child can read environment, memory and files of its worker only if its user may read the program of the worker',
    ],
  },
  {
    name: 'a decoder has the network and the processes of its worker',
    threat: 'media parsers',
    file: COMMAND,
    defence: "'--unshare-all --die-with-parent",
    without: "'--die-with-parent",
    tests: ['packages/sandbox/src/isolation/isolation.test.ts'],
    titles: ['with %s, a program cannot reach what the isolation closes'],
  },
  {
    name: 'a decoder takes any amount of memory',
    threat: 'media parsers',
    file: LIMIT,
    defence: "limit.abort(new LimitExceeded('memory'))",
    without: 'undefined',
    tests: POOL_TESTS,
    titles: ['kills a child that uses too much memory'],
  },
  {
    name: 'a decoder takes any time',
    threat: 'media parsers',
    file: LIMIT,
    defence: "limit.abort(new LimitExceeded('time'))",
    without: 'undefined',
    tests: POOL_TESTS,
    titles: ['kills a child that takes too long'],
  },
  {
    name: 'a picture of any size is decoded',
    threat: 'media parsers',
    file: 'apps/worker-image/src/operations/image/source.ts',
    defence: "if (width * height > limits.pixelsMax) throw new Refused('source_too_large');",
    without: '',
    tests: ['apps/worker-image/src/operations.test.ts'],
    titles: ['refuses more pixels than an operator allows, for a source and for a result'],
  },
  {
    name: 'what a source says of itself is in the result',
    threat: 'media parsers',
    file: 'apps/worker-image/src/operations/image/source.ts',
    defence: "image.autoOrient().toColourspace('srgb')",
    without: "image.autoOrient().toColourspace('srgb').keepMetadata()",
    tests: ['apps/worker-image/src/picture.test.ts'],
    titles: ['of %s is in sRGB, whatever the profile of the source'],
  },
  {
    name: 'ffmpeg finds out by itself what a file is',
    threat: 'media parsers',
    file: SOUND,
    defence: 'const demuxer = DEMUXERS[source.mimeType] ?? [];',
    without: 'const demuxer: readonly string[] = [];',
    tests: SOUND_TESTS,
    titles: ['a file is only read as its declared type'],
  },
  {
    name: 'what a foreign program started goes on without it',
    threat: 'media parsers',
    file: 'packages/sandbox/src/process.ts',
    defence: 'process.kill(-child.pid,',
    without: 'process.kill(child.pid,',
    tests: ['packages/sandbox/src/program.test.ts'],
    titles: ['has ended, with all processes that it started, when an aborted run rejects'],
  },
  {
    name: 'failed work is for nothing, however much processor time it took',
    threat: 'I13',
    file: 'packages/worker/src/run-execution.ts',
    defence: 'freeCpu.count(claimed.projectId, own + earlier);',
    without: '{}',
    tests: ['packages/worker/src/fairness/free-cpu.test.ts'],
    titles: ['a project whose failed work has used up its free processor time runs one execution at a time'],
  },
  {
    name: 'work that is cancelled before its end is no free work',
    threat: 'I13',
    file: 'packages/worker/src/run-execution.ts',
    defence: '(wasStopped || hasFailed || ',
    without: '(hasFailed || ',
    tests: ['packages/worker/src/fairness/free-cpu.test.ts'],
    titles: [
      'work that its client cancelled counts as free work like failed work, so that a cancel before the end gains nothing',
    ],
  },
  {
    name: 'work done before a service refused the rest is no free work',
    threat: 'I13',
    file: 'packages/worker/src/run-execution.ts',
    defence: 'const earlier = hasFailed || (wasStopped && !open)',
    without: 'const earlier = hasFailed && job === null',
    tests: ['packages/worker/src/fairness/free-cpu.test.ts'],
    titles: ['work completed before a service refused the rest counts as free work too'],
  },
  {
    name: 'a project over its free processor time works on as before',
    threat: 'I13',
    file: 'packages/worker/src/fairness/fair-claim.ts',
    defence: 'return !restricted().has(organizationId) || (id',
    without: 'return true || (id',
    tests: ['packages/worker/src/fairness/free-cpu.test.ts'],
    titles: ['a project whose failed work has used up its free processor time runs one execution at a time'],
  },
  {
    name: 'time that a child stood still counts as processor time',
    threat: 'I13',
    file: 'packages/sandbox/src/usage.ts',
    defence: 'cpuSeconds: ticksOf(stat) / TICKS_PER_SECOND',
    without: 'cpuSeconds: performance.now() / 1000',
    tests: SHARES_TESTS,
    titles: ['reports the CPU time of a child, without the time in which it was stopped'],
  },
  {
    name: 'one project has every decoding child',
    threat: 'I13',
    file: 'packages/sandbox/src/visit.ts',
    defence: 'slotsPerKey: Math.max(1, size - 1)',
    without: 'slotsPerKey: size',
    tests: SHARES_TESTS,
    titles: ['starts a task of another owner while four heavy tasks of one owner are running'],
  },
  {
    name: 'a store that is away uses up the attempts of an input',
    threat: 'I6',
    file: 'packages/worker/src/step/store-away.ts',
    defence: 'if (error instanceof StorageUnavailableError) return true;',
    without: '',
    tests: ['packages/worker/src/store-outages.test.ts'],
    titles: ['inputs that the store cannot give are asked for again, with growing pauses and without an attempt'],
  },
  {
    name: 'a gateway is ready under a role that may only read',
    threat: 'I6',
    file: 'packages/db/src/serving.ts',
    defence: "if (!state.mayWrite) throw new NotServingError('privileges');",
    without: '',
    tests: ['apps/gateway/src/process/serving.test.ts'],
    titles: ['a gateway is not ready under a role that may only read'],
  },
  {
    name: 'a base backup counts as a standby',
    threat: 'I6',
    file: 'packages/db/src/replication.ts',
    defence: 'WHERE sender.replay_lsn IS NOT NULL',
    without: 'WHERE true',
    tests: ['packages/testing/src/replication.test.ts'],
    titles: [
      'base backups, receivers of WAL and logical subscribers are no standbys, under any name and with any slot',
    ],
  },
  {
    name: 'a gateway accepts what it cannot store',
    threat: 'I6',
    file: 'apps/gateway/src/accept/temporarily.ts',
    defence: '(needsStore && (await storeWatch.isAway()))',
    without: '(needsStore && false && (await storeWatch.isAway()))',
    tests: ['apps/gateway/src/process/store-away.test.ts'],
    titles: [
      'while no file can be stored, executions that need one are refused and not accepted, and all else is served',
    ],
  },
  {
    name: 'a finished result is made again if the store did not take it',
    threat: 'I6',
    file: 'packages/worker/src/step/store-away.ts',
    defence: 'if (!(error instanceof StorageUnavailableError) && !isUnexpected(error)) return false;',
    without: 'if (error !== undefined) return false;',
    tests: ['packages/worker/src/store-outages.test.ts'],
    titles: ['a finished result waits for the store, however often that fails, and is not made again'],
  },
  {
    name: 'a child insists on a priority that its worker does not have',
    threat: 'I6',
    file: 'apps/worker-image/src/sandbox/main.ts',
    defence: `  try {
    setPriority(Math.max(PRIORITY, getPriority()));
  } catch {
    // The priority is only a hint.
  }`,
    without: '  setPriority(PRIORITY + 0 * getPriority());',
    tests: ['apps/worker-image/src/sandbox/priority.test.ts'],
    titles: ['the child of a worker at nice 15 works at nice 15'],
  },
];
