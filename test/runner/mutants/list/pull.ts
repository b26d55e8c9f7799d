/** Runs of runners that ask for work themselves: one claim, one end, and no second start of what may have begun. */
import type { Mutant } from '../mutant.ts';

const SQL = 'prisma/functions/tools';
const CLAIMS = ['packages/tools/src/store/pull-runs.test.ts'] as const;
const ENDS = ['packages/tools/src/store/pull-ends.test.ts'] as const;
const CALLS = ['apps/worker-provider/src/pull.test.ts'] as const;

export const pullMutants: readonly Mutant[] = [
  {
    name: 'the database lets any code give a begun run away',
    threat: 'I4',
    file: `${SQL}/runner_run_is_true.sql`,
    defence: "IF OLD.state = 'claimed' AND NEW.lease IS DISTINCT FROM OLD.lease",
    without: 'IF false',
    tests: ENDS,
    titles: ['the database refuses a breach: %s'],
  },
  {
    name: 'the report of an old lease ends the run of another claim',
    threat: 'I4',
    file: `${SQL}/runner_run_report.sql`,
    defence: 'IF run.lease IS DISTINCT FROM p_lease OR',
    without: 'IF',
    tests: CLAIMS,
    titles: ['an idempotent run can be claimed again after a lease that expired, and the old lease is lost then'],
  },
  {
    name: 'a run is claimed after a cancel',
    threat: 'I4',
    file: `${SQL}/runner_run_claim.sql`,
    defence: ' AND w.cancel_asked_at IS NULL',
    without: '',
    tests: ENDS,
    titles: ['the runner of a claimed run learns of a cancel by its next report, and nobody else claims the run'],
  },
  {
    name: 'a key claims runs of another tool',
    threat: 'I10',
    file: `${SQL}/runner_run_claim.sql`,
    defence: 'k.id = p_key AND k.tool = p_tool AND k.revoked_at IS NULL',
    without: 'k.id = p_key',
    tests: CLAIMS,
    titles: ['a key claims only runs of its own tool, and none once it is revoked'],
  },
  {
    name: 'a runner reports for a run of another tool',
    threat: 'I10',
    file: `${SQL}/runner_run_report.sql`,
    defence: 'WHERE r.token = p_token AND r.tool = p_tool FOR UPDATE;',
    without: 'WHERE r.token = p_token FOR UPDATE;',
    tests: ENDS,
    titles: ['a token that is unknown or of another tool is not found, and another lease ends nothing'],
  },
  {
    name: 'a paid end is removed before a worker has read it',
    threat: 'I11',
    file: `${SQL}/runner_run_report.sql`,
    defence: "at + interval '30 days'",
    without: "at + interval '72 hours'",
    tests: ENDS,
    titles: ['an ended run is removed %s'],
  },
  {
    name: 'a runner that has gone silent counts as working for ever',
    threat: 'I6',
    file: `${SQL}/runner_run_lookup.sql`,
    defence: '(found_run.reply IS NOT NULL OR found_run',
    without: '(found_run',
    tests: CLAIMS,
    titles: ['a run that may not be repeated is lost after a lease that expired, and its late report counts'],
  },
  {
    name: 'a run whose claim was lost by a failover is claimed again',
    threat: 'I4',
    file: `${SQL}/runner_run_claim.sql`,
    defence: ' AND w.timeline = server_timeline()',
    without: '',
    tests: CLAIMS,
    titles: ['a run of before a failover that may not be repeated is neither claimed nor said to be cancelled'],
  },
  {
    name: 'an offer that is repeated after a failover starts a run for the second time',
    threat: 'I4',
    file: `${SQL}/runner_run_offer.sql`,
    defence: 'WHERE p_idempotent OR p_timeline = server_timeline()',
    without: 'WHERE true',
    tests: ['packages/tools/src/store/pull-failover.test.ts'],
    titles: ['an offer that is repeated after a failover starts no run that may have begun, unless it may be repeated'],
  },
  {
    name: 'a second end of a run is taken as the first one',
    threat: 'I4',
    file: `${SQL}/runner_run_report.sql`,
    defence: "IF run.state = 'ended' AND run.reply <> p_reply THEN",
    without: 'IF false THEN',
    tests: ENDS,
    titles: ['the first end stays: the same one again is taken, and another one is not'],
  },
  {
    name: 'a run is offered although no runner asks for work',
    threat: 'I6',
    file: 'apps/worker-provider/src/runners/pull-ready.ts',
    defence: "return (await runs.readiness(name, runner.concurrency)) === 'ready';",
    without: 'return true;',
    tests: CALLS,
    titles: ['a tool that has all runs that it takes at once gets no more, whichever worker offered them'],
  },
];
