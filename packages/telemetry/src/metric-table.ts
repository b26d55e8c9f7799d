/**
 * Every metric of the service, declared once. A label has few values that are known in advance: never an id, a name
 * that a customer chose, or a requested path (use the route's pattern).
 */
import { RUN_METRICS } from './run-metrics.ts';

interface Declared<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly L[];
}

export interface CounterDeclaration<L extends string = string> extends Declared<L> {
  readonly kind: 'counter';
}
export interface GaugeDeclaration<L extends string = string> extends Declared<L> {
  readonly kind: 'gauge';
}
export interface HistogramDeclaration<L extends string = string> extends Declared<L> {
  readonly kind: 'histogram';
  readonly buckets: readonly number[];
}
export type MetricDeclaration = CounterDeclaration | GaugeDeclaration | HistogramDeclaration;

/** Seconds: from a read by a grouped query to a request that waited for its time limit. */
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: from measuring an image to processing a long film. */
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export const METRICS = {
  buildInfo: {
    kind: 'gauge',
    name: 'build_info',
    help: 'Always 1; the labels are the version of Farebox and of Node that this process runs.',
    labels: ['version', 'node'],
  },
  httpRequests: {
    kind: 'counter',
    name: 'http_requests_total',
    help: 'Completed requests, by route pattern, method and HTTP status.',
    labels: ['route', 'method', 'status'],
  },
  httpDuration: {
    kind: 'histogram',
    name: 'http_request_duration_seconds',
    help: 'Time from the request head to the end of the response.',
    labels: ['route', 'method'],
    buckets: REQUEST_SECONDS,
  },
  executionRequests: {
    kind: 'counter',
    name: 'execution_requests_total',
    help: 'POST /tools/{tool} requests by outcome (accepted, replayed, refused). reason is the error message of a refusal, else none.',
    labels: ['outcome', 'reason'],
  },
  waits: {
    kind: 'counter',
    name: 'waits_total',
    help: 'Requests with `Prefer: wait`, by outcome: applied (waited for the end of the execution), or refused because too many wait.',
    labels: ['outcome'],
  },
  eventStreams: {
    kind: 'gauge',
    name: 'event_streams_open',
    help: 'Open event streams of this gateway.',
    labels: [],
  },
  executionsFinished: {
    kind: 'counter',
    name: 'executions_finished_total',
    help: 'Executions that reached a terminal status, by tool.',
    labels: ['tool', 'status'],
  },
  executionDuration: {
    kind: 'histogram',
    name: 'execution_duration_seconds',
    help: 'Time from acceptance to a terminal status.',
    labels: ['tool'],
    buckets: WORK_SECONDS,
  },
  executionsOpen: {
    kind: 'gauge',
    name: 'executions_open',
    help: 'Executions that have not ended, by status (queued, running, needs_review) and engine; reported by the keeper.',
    labels: ['status', 'engine'],
  },
  executionsOldest: {
    kind: 'gauge',
    name: 'executions_oldest_age_seconds',
    help: 'Age of the oldest execution that has not ended, by status and engine; reported by the keeper.',
    labels: ['status', 'engine'],
  },
  executionsHeld: {
    kind: 'gauge',
    name: 'executions_held_micro_usd',
    help: 'Micro-USD held for executions that have not ended, by status and engine; reported by the keeper.',
    labels: ['status', 'engine'],
  },
  balancesLow: {
    kind: 'gauge',
    name: 'projects_balance_low',
    help: 'Live projects whose available balance is below their threshold; reported by the keeper.',
    labels: [],
  },
  webhooksDisabled: {
    kind: 'gauge',
    name: 'webhooks_disabled',
    help: 'Webhook endpoints that are disabled because they accepted no delivery in 28 hours or returned 410; reported by the keeper.',
    labels: [],
  },
  runnerFindings: {
    kind: 'counter',
    name: 'runner_findings_total',
    help: 'Statements of a runner that were not believed, by the word that was wrong (units, cost, billed, other).',
    labels: ['finding'],
  },
  ...RUN_METRICS,
  circuitsOpen: {
    kind: 'gauge',
    name: 'provider_circuit_open',
    help: '1 while calls to an external service are stopped because they failed repeatedly, else 0; reported by the keeper.',
    labels: ['provider'],
  },
  stepDuration: {
    kind: 'histogram',
    name: 'step_duration_seconds',
    help: 'Duration of one run of an operation, by outcome (succeeded, failed, aborted).',
    labels: ['operation', 'outcome'],
    buckets: WORK_SECONDS,
  },
  workerEvents: {
    kind: 'counter',
    name: 'worker_events_total',
    help: 'Wake-ups by result: claimed, not_claimed, lost (the lease), retried, reviewed (a provider call without an outcome), poisoned (crashed too often), handed_back (at a stop), handed_over (to another engine).',
    labels: ['engine', 'event'],
  },
  executionsRunning: {
    kind: 'gauge',
    name: 'worker_executions_running',
    help: 'Executions that a worker checks or runs.',
    labels: ['engine'],
  },
  queueWakeUps: {
    kind: 'counter',
    name: 'queue_wake_ups_total',
    help: 'Wake-ups by event: notified, notify_failed, delivered, wake_up_failed, handed_back, backend_error.',
    labels: ['engine', 'event'],
  },
  sweeps: {
    kind: 'counter',
    name: 'keeper_runs_total',
    help: 'Runs of the keeper, by task and outcome (succeeded, failed).',
    labels: ['task', 'outcome'],
  },
  swept: {
    kind: 'counter',
    name: 'keeper_items_total',
    help: 'Rows that the keeper acted on, by task: executions notified again, files deleted, reviews resolved.',
    labels: ['task'],
  },
  rateLimitDecisions: {
    kind: 'counter',
    name: 'rate_limit_decisions_total',
    help: 'Rate limit decisions by result (allowed, refused).',
    labels: ['result'],
  },
  rateLimitSources: {
    kind: 'counter',
    name: 'rate_limit_sources_total',
    help: 'Source of rate limit decisions: redis, memory (no Redis configured) or fallback (Redis did not respond).',
    labels: ['source'],
  },
  groupSize: {
    kind: 'histogram',
    name: 'grouped_query_size',
    help: 'Requests that shared one grouped query, by query (accept, read; claim, record, finish of a worker).',
    labels: ['query'],
    buckets: SIZES,
  },
  databaseConnections: {
    kind: 'gauge',
    name: 'database_connections',
    help: 'Connections of the pool, by state (active, idle), and statements that wait for a connection (waiting).',
    labels: ['state'],
  },
  dependencyUp: {
    kind: 'gauge',
    name: 'dependency_up',
    help: '1 if the dependency of this gateway (database, artifacts) can serve, else 0. Each scrape checks it, with or without traffic.',
    labels: ['dependency'],
  },
  diskFree: {
    kind: 'gauge',
    name: 'disk_free_ratio',
    help: 'Free share of the file system of a directory: root, work (temporary folder), spool (paid results), data (files of the embedded store).',
    labels: ['directory'],
  },
  backupAge: {
    kind: 'gauge',
    name: 'backup_age_seconds',
    help: 'Age of the newest row of backup_record, or of the database if there is none; reported by the keeper.',
    labels: [],
  },
  standbysAtRisk: {
    kind: 'gauge',
    name: 'asynchronous_standbys',
    help: 'Standbys of PostgreSQL for which no commit waits, unless FAREBOX_ALLOW_ASYNC_REPLICA accepts the loss; reported by the keeper.',
    labels: [],
  },
  walArchiveFailing: {
    kind: 'gauge',
    name: 'wal_archive_failing',
    help: '1 if the last attempt of PostgreSQL to archive WAL failed, else 0; reported by the keeper.',
    labels: [],
  },
  artifactBytes: {
    kind: 'counter',
    name: 'stored_bytes_total',
    help: 'Bytes stored, by origin (upload, execution).',
    labels: ['origin'],
  },
  moneyMicros: {
    kind: 'counter',
    name: 'money_moved_micro_usd_total',
    help: 'Micro-USD moved, by movement (reserved, charged, released). For monitoring only: the ledger has the exact amounts.',
    labels: ['movement'],
  },
  paymentProblems: {
    kind: 'gauge',
    name: 'payment_problems',
    help: 'Stripe events of the last day that need a manual check; reported by the keeper.',
    labels: [],
  },
  ledgerViolations: {
    kind: 'gauge',
    name: 'ledger_check_violations',
    help: 'Current violations that the ledger check has found, by check. Any value above 0 fires an alert.',
    labels: ['check'],
  },
} as const satisfies Record<string, MetricDeclaration>;
