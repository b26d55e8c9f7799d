/**
 * Every TOLLGATE_ variable of a deployment. One environment is commonly shared by all its apps, so each app accepts the
 * others' settings and refuses only what nobody reads.
 */
export const KNOWN_SETTINGS = [
  'TOLLGATE_DATABASE_POOL',
  'TOLLGATE_DATA_DIR',
  'TOLLGATE_EXECUTION_ENABLED',
  'TOLLGATE_HOST',
  'TOLLGATE_KEY_PEPPER',
  'TOLLGATE_LEASE_SECONDS',
  'TOLLGATE_LOG_LEVEL',
  'TOLLGATE_METRICS_HOST',
  'TOLLGATE_METRICS_PORT',
  'TOLLGATE_PORT',
  'TOLLGATE_PUBLIC_URL',
  'TOLLGATE_RATE_LIMIT_PER_MINUTE',
  'TOLLGATE_REHEARSAL',
  'TOLLGATE_SWEEP_SECONDS',
  'TOLLGATE_URL_SECRET',
  'TOLLGATE_WORKER_CONCURRENCY',
] as const;
