/** Everything `npm test` runs, in this order: what is quick and most often wrong comes first. */
import { runStaticChecks } from './checks/static.ts';
import { dockerEngine, engineResponds, file, program } from './needs.ts';
import type { Suite } from './suite.ts';
import { runVitest } from './vitest.ts';

const MINUTE_MS = 60_000;

const redis = program('redis-server', 'apt-get install redis-server');
const minio = program('minio', 'go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c');
const ffmpeg = program('ffmpeg', 'apt-get install ffmpeg');
const prometheus = program('prometheus', 'apt-get install prometheus');
const configured = (folder: string) => file(`${folder}/vitest.config.ts`, `${folder} has no vitest.config.ts`);

/** Runs a command line against a throw-away engine of its own, where no other answers. */
const THROW_AWAY_ENGINE = 'test/e2e/engine/with-docker.sh';

export const suites: readonly Suite[] = [
  {
    name: 'static',
    about: 'format, lint, types, dead code, dependency direction, generated files, house style',
    needs: [],
    limitMs: 4 * MINUTE_MS,
    run: runStaticChecks,
  },
  {
    name: 'unit',
    about: 'the tests beside the code, on an embedded PostgreSQL and whatever servers are installed',
    needs: [],
    limitMs: 22 * MINUTE_MS,
    run: (context) => runVitest({ folder: '.', env: { UNIT_PART: 'others' } }, context),
  },
  {
    name: 'engines',
    about: 'the same of what decodes and encodes: the workers, their sandbox, and the benchmark beside them',
    needs: [],
    limitMs: 15 * MINUTE_MS,
    run: (context) => runVitest({ folder: '.', env: { UNIT_PART: 'engines' } }, context),
  },
  {
    name: 'mutants',
    about: 'each defence is removed in a copy, and a test of it must fail',
    needs: [],
    limitMs: 30 * MINUTE_MS, // some four seconds a mutant
    // It stands on packages that exist only once the database's client was generated.
    run: async (context) => (await import('./mutants/run-mutants.ts')).runMutants(context),
  },
  {
    name: 'conformance-embedded',
    about: 'the specification and the contract over HTTP, against the one-command system',
    needs: [configured('test/conformance')],
    limitMs: 12 * MINUTE_MS,
    run: (context) =>
      runVitest({ folder: 'test/conformance', env: { TOLLGATE_CONFORMANCE_MODE: 'embedded' } }, context),
  },
  {
    name: 'conformance-services',
    about: 'the same, against PostgreSQL, Redis and MinIO with two gateways and two workers',
    needs: [configured('test/conformance'), redis, minio],
    limitMs: 12 * MINUTE_MS,
    run: (context) =>
      runVitest({ folder: 'test/conformance', env: { TOLLGATE_CONFORMANCE_MODE: 'services' } }, context),
  },
  {
    name: 'recipes',
    about: 'what CONTRIBUTING.md tells a newcomer to do, done in a copy of the project',
    needs: [configured('test/recipes'), program('git', 'apt-get install git')],
    limitMs: 12 * MINUTE_MS,
    run: (context) => runVitest({ folder: 'test/recipes' }, context),
  },
  {
    name: 'chaos',
    about: 'I1 to I10 while everything fails, checked from outside; and that the checker finds deliberate defects',
    needs: [configured('test/chaos'), redis, minio, ffmpeg, program('setpriv', 'apt-get install util-linux')],
    limitMs: 32 * MINUTE_MS,
    run: (context) => runVitest({ folder: 'test/chaos' }, context),
  },
  {
    name: 'e2e',
    about: 'the main job, its replay on the other gateway and a killed worker, against servers in containers',
    needs: [configured('test/e2e'), dockerEngine],
    limitMs: 12 * MINUTE_MS,
    run: async (context) => {
      const wrapper = (await engineResponds()) ? [] : ['bash', `${context.root}/${THROW_AWAY_ENGINE}`];
      return runVitest({ folder: 'test/e2e', wrapper }, context);
    },
  },
  {
    name: 'deploy',
    about: 'compose, Dockerfile and dashboards; every dashboard expression against a real Prometheus',
    needs: [configured('test/deploy'), prometheus, redis, ffmpeg],
    limitMs: 6 * MINUTE_MS,
    run: (context) => runVitest({ folder: 'test/deploy' }, context),
  },
];
