/** Turns of a worker: one organization with many projects, and batches of long work, beside others. */
import type { Mutant } from '../mutant.ts';

const TURNS = 'packages/worker/src/fairness/turns.ts';
const CLAIM = 'packages/worker/src/fairness/fair-claim.ts';
const SIMULATION = ['packages/worker/src/fairness/turns.test.ts'] as const;
const IN_MEMORY = ['packages/worker/src/fairness/fair-claim.test.ts'] as const;
const WORKER = ['packages/worker/src/fairness.test.ts'] as const;
const FREE_CPU = ['packages/worker/src/fairness/free-cpu.test.ts'] as const;

export const turnMutants: readonly Mutant[] = [
  {
    name: 'each project of an organization has turns and places of its own',
    threat: 'I13',
    file: TURNS,
    defence: '  ({ organizationId }) => organizationId,',
    without: '  ({ projectId }) => projectId,',
    tests: SIMULATION,
    titles: [
      '$projects projects never makes another one wait',
      '$projects projects has one turn while another one waits, if a third takes the last place',
    ],
  },
  {
    name: 'an organization at work also takes the places for others',
    threat: 'I13',
    file: TURNS,
    defence: 'root.running < placesForAll || runningOf(organizationId) === 0;',
    without: 'root.running >= 0 || runningOf(organizationId) === 0;',
    tests: [...SIMULATION, ...WORKER],
    titles: [
      'while one organization runs long work in every place, another one begins at once',
      'an organization with many projects has the places of one, so that another one begins at once',
    ],
  },
  {
    name: 'the fewest running executions do not come first',
    threat: 'I13',
    file: TURNS,
    defence: '(running || tag || lastTurn) < 0',
    without: 'running === 0 && lastTurn > 0',
    tests: SIMULATION,
    titles: ['beside %i busy organizations each has one turn while another one waits'],
  },
  {
    name: 'long work costs no more of a share than short work',
    threat: 'I13',
    file: TURNS,
    defence: 'node.tag += Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS) - LEAST_SECONDS;',
    without: 'node.tag += 0;',
    tests: SIMULATION,
    titles: ['short work has as much time as long work, so more turns'],
  },
  {
    name: 'one long execution costs its tenant all its turns',
    threat: 'I13',
    file: TURNS,
    defence: 'Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS)',
    without: 'Math.max(seconds, LEAST_SECONDS)',
    tests: SIMULATION,
    titles: ['after one long execution an organization is behind others for a bounded time'],
  },
  {
    name: 'a batch hides the other keys of its project',
    threat: 'I13',
    file: CLAIM,
    defence: 'first === null ? [] : await work.ofKeys(first.projectId);',
    without: 'first === null ? [] : [];',
    tests: WORKER,
    titles: ['while more wait than there are places, organizations have turns, then their projects, then keys'],
  },
  {
    name: 'a job without a turn does not see who arrives',
    threat: 'I13',
    file: CLAIM,
    defence: "if (tried !== 'wait') return tried;",
    without: "if (tried !== 'wait') return tried;\n      if (tried === 'wait') break;",
    tests: IN_MEMORY,
    titles: ['a job without a turn takes work that may begin as soon as it is there'],
  },
  {
    name: 'a place is not given back',
    threat: 'I13',
    file: TURNS,
    defence: 'root.running--;',
    without: '',
    tests: IN_MEMORY,
    titles: ['a place is free for the next execution once it is given back'],
  },
  {
    name: 'work that another worker took is chosen again and again',
    threat: 'I6',
    file: 'packages/worker/src/fairness/places.ts',
    defence: '(passedUntilMs.get(id) ?? -Infinity) > clock.monotonicMs()',
    without: 'false',
    tests: IN_MEMORY,
    titles: ['an execution that cannot be claimed is passed over'],
  },
  {
    name: 'the projects of one organization have every decoding child',
    threat: 'I13',
    file: 'packages/sandbox/src/visit.ts',
    defence: 'slots.take({ key: organizationId, signal })',
    without: 'slots.take({ key: owner, signal })',
    tests: ['apps/worker-image/src/sandbox/shares.test.ts'],
    titles: ['starts a task of another organization while two projects of one would take every child'],
  },
  {
    name: 'the projects of one organization replace the children of others',
    threat: 'I13',
    file: 'packages/sandbox/src/pool.ts',
    defence: 'idle.splice(Math.max(own, 0), 1)',
    without: 'idle.splice(Math.min(own, 0), 1)',
    tests: ['apps/worker-image/src/sandbox/shares.test.ts'],
    titles: ['a new child replaces an idle one of its own organization, and leaves the children of others'],
  },
  {
    name: 'each project of an organization has its own free processor time',
    threat: 'I13',
    file: 'prisma/functions/executions/organization_free_cpu_exceeded.sql',
    defence: 'GROUP BY p.organization_id HAVING',
    without: 'GROUP BY p.organization_id, p.id HAVING',
    tests: FREE_CPU,
    titles: ['the projects of an organization share its free processor time'],
  },
  {
    name: 'a slow read of the waiting work hides new work for ten times as long',
    threat: 'I13',
    file: 'packages/worker/src/fairness/waiting-work.ts',
    defence: 'Math.min(REUSE * last.tookMs, REUSE_MAX_MS)',
    without: 'REUSE * last.tookMs',
    tests: ['packages/worker/src/fairness/waiting-work.test.ts'],
    titles: ['a read that lasted long on a busy machine does not hide new work for as long'],
  },
];
