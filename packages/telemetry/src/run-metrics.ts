/** Metrics of runners that ask for work, for the table of all metrics. */
export const RUN_METRICS = {
  runClaims: {
    kind: 'counter',
    name: 'runner_claims_total',
    help: 'Claims of runners that ask for work, by outcome: claimed (got a run), none (waited in vain), handed_back (the runner left before it had the run).',
    labels: ['outcome'],
  },
  runClaimsWaiting: {
    kind: 'gauge',
    name: 'runner_claims_waiting',
    help: 'Claims of runners that wait for a run at this gateway.',
    labels: [],
  },
  runReports: {
    kind: 'counter',
    name: 'runner_reports_total',
    help: 'Reports of runners that ask for work, by the status that they state and the outcome: taken, run_not_found, run_lease_lost or run_ended.',
    labels: ['status', 'outcome'],
  },
} as const;
