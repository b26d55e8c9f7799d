/** All suites, in the order in which they run: quick suites and those that fail most often come first. */
import { runStaticChecks } from './checks/static.ts';
import { mutants } from './mutants/list/index.ts';
import { dockerEngine, engineResponds, file, program, throwAwayEngine } from './needs.ts';
import type { Suite, When } from './suite.ts';
import { vitestSuite } from './vitest-suite.ts';

const MINUTE_MS = 60_000;
/** Longer test files run only in `ci` and `full`. */
const QUICK_FILE_SECONDS = 2;
/** Longer test files run in `ci` when the change can affect them, or in turn. */
const HEAVY_FILE_SECONDS = 10;
const byDuration = (usualSeconds: number): When => {
  if (usualSeconds > HEAVY_FILE_SECONDS) return 'heavy';
  return usualSeconds > QUICK_FILE_SECONDS ? 'always' : 'quick';
};

const redis = program('redis-server', 'apt-get install redis-server');
const minio = program('minio', 'go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c');
const ffmpeg = program('ffmpeg', 'apt-get install ffmpeg');
const prometheus = program('prometheus', 'apt-get install prometheus');
const mmdebstrap = program('mmdebstrap', 'apt-get install mmdebstrap');
const busybox = program('busybox', 'apt-get install busybox-static');
const configured = (folder: string) => file(`${folder}/vitest.config.ts`, `${folder} has no vitest.config.ts`);

/** Runs a command line beside a throw-away Docker engine, when no other engine responds. */
const THROW_AWAY_ENGINE = 'test/e2e/engine/with-docker.sh';

/** Files on which every suite that starts the whole system depends. */
const SYSTEM = ['apps/', 'packages/cli/src/main.ts', 'prisma/'];

/** The main promises over HTTP, for `npm test`: paying once, idempotency, errors, cancellation, files. */
const CONFORMANCE_CORE: ReadonlySet<string> = new Set(
  ['auth', 'balance', 'cancel', 'check-order', 'execute', 'idempotency', 'list', 'lost-reply', 'money', 'permissions']
    .concat(['artifacts', 'pipeline', 'quote', 'readme', 'tools', 'upload'])
    .map((name) => `test/conformance/${name}.test.ts`),
);

/** Tests with hundreds of damaged or generated files of a format through every tool, and benchmarks, each once with little work. */
const HEAVY_ENGINES =
  /^apps\/worker-[^/]+\/src\/(mutants|hostile|hostile-film|quotes|traced)\.|^test\/bench\/(smoke|growth\/growth)\./;

/** Runs of the whole system except the mix, which tests the promises under random faults; the other chaos files take seconds. */
const CHAOS_SCENE = /^test\/chaos\/runs\/(?!mix\.)/;

export const suites: readonly Suite[] = [
  {
    name: 'static',
    about: 'format, lint, types, dead code, dependency direction, generated files, house style',
    needs: [],
    limitMs: 6 * MINUTE_MS,
    parts: () => Promise.resolve([{ name: 'all static checks', when: 'quick', reads: [] }]),
    run: runStaticChecks,
  },
  vitestSuite({
    name: 'unit',
    about: 'the tests beside the code, on an embedded PostgreSQL and on the servers that are installed',
    needs: [],
    limitMs: 40 * MINUTE_MS,
    folder: '.',
    env: { UNIT_PART: 'others' },
    when: (_, usualSeconds) => byDuration(usualSeconds),
  }),
  vitestSuite({
    name: 'engines',
    about: 'the tests beside the code that decodes and encodes: workers, sandbox, benchmark',
    needs: [],
    limitMs: 30 * MINUTE_MS,
    folder: '.',
    env: { UNIT_PART: 'engines' },
    when: (path, usualSeconds) => (HEAVY_ENGINES.test(path) ? 'heavy' : byDuration(usualSeconds)),
    starts: ['apps/worker-av/src/', 'apps/worker-image/src/', 'apps/worker-provider/src/'],
  }),
  vitestSuite({
    name: 'conformance-embedded',
    about: 'the specification and the contract over HTTP, against the one-command system',
    needs: [configured('test/conformance')],
    limitMs: 25 * MINUTE_MS,
    folder: 'test/conformance',
    env: { FAREBOX_CONFORMANCE_MODE: 'embedded' },
    when: (path, usualSeconds) => {
      if (CONFORMANCE_CORE.has(path)) return 'quick';
      return usualSeconds > HEAVY_FILE_SECONDS ? 'heavy' : 'always';
    },
    starts: SYSTEM,
  }),
  {
    name: 'mutants',
    about: 'each defence is removed in a copy, and the tests that it names must find it',
    needs: [],
    limitMs: 30 * MINUTE_MS,
    parts: () =>
      Promise.resolve(mutants.map((each) => ({ name: each.name, when: 'heavy', reads: [each.file, ...each.tests] }))),
    // Imported late: it depends on packages that exist only after the database client is generated.
    run: async (context) => (await import('./mutants/run-mutants.ts')).runMutants(context),
  },
  vitestSuite({
    name: 'conformance-services',
    about: 'the conformance tests that PostgreSQL, Redis and MinIO with two gateways and two workers can change',
    needs: [configured('test/conformance'), redis, minio],
    limitMs: 12 * MINUTE_MS,
    folder: 'test/conformance',
    env: { FAREBOX_CONFORMANCE_MODE: 'services' },
    when: () => 'heavy',
    starts: SYSTEM,
  }),
  vitestSuite({
    name: 'recipes',
    about: 'the recipes of CONTRIBUTING.md, carried out in a copy of the project, and the examples of own tools',
    needs: [configured('test/recipes'), program('git', 'apt-get install git')],
    limitMs: 40 * MINUTE_MS,
    folder: 'test/recipes',
    when: () => 'heavy',
    starts: [...SYSTEM, 'CONTRIBUTING.md', 'docs/operating', 'examples/', 'package.json'],
  }),
  vitestSuite({
    name: 'chaos',
    about: 'I1 to I14 while everything fails, checked from outside, and seeded defects that the checker must find',
    needs: [configured('test/chaos'), redis, minio, ffmpeg, program('setpriv', 'apt-get install util-linux')],
    limitMs: 32 * MINUTE_MS,
    folder: 'test/chaos',
    when: (path) => (CHAOS_SCENE.test(path) ? 'heavy' : 'always'),
    starts: SYSTEM,
  }),
  vitestSuite({
    name: 'e2e',
    about: 'the main job, its replay on the other gateway and a killed worker, against servers in containers',
    needs: [configured('test/e2e'), dockerEngine],
    limitMs: 12 * MINUTE_MS,
    folder: 'test/e2e',
    when: () => 'always',
    starts: SYSTEM,
    wrapper: async ({ root }) => ((await engineResponds()) ? [] : ['bash', `${root}/${THROW_AWAY_ENGINE}`]),
  }),
  vitestSuite({
    name: 'deploy',
    about: 'Compose, Dockerfile and dashboards; every dashboard expression against a real Prometheus',
    needs: [configured('test/deploy'), prometheus, redis, ffmpeg],
    limitMs: 12 * MINUTE_MS,
    folder: 'test/deploy',
    when: () => 'always',
    starts: [...SYSTEM, 'deploy/'],
  }),
  vitestSuite({
    name: 'stack',
    about:
      'both images are built, and Compose starts them: purchases, an operator, four gateways, an upgrade under load',
    needs: [configured('test/deploy/stack'), throwAwayEngine, minio, redis, prometheus, mmdebstrap, busybox],
    limitMs: 30 * MINUTE_MS,
    folder: 'test/deploy/stack',
    when: () => 'heavy',
    starts: [...SYSTEM, 'deploy/', 'packages/bundle/', 'test/deploy/stack/'],
    wrapper: async ({ root }) => ['bash', `${root}/test/deploy/stack/engine/with-stack.sh`],
  }),
];
