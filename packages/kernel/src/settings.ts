/**
 * Made by `npm run generate` from the field tables in config.ts of each app. One environment is commonly shared by all
 * apps of a deployment, so each accepts the others' settings and refuses only what nobody reads.
 */
type Program = 'gateway' | 'keeper' | 'migrate' | 'simulator' | 'worker-image' | 'worker-provider';

const READERS: Readonly<Record<string, readonly Program[]>> = {
  DATABASE_URL: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  REDIS_URL: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  S3_ACCESS_KEY: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  S3_BUCKET: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  S3_ENDPOINT: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  S3_REGION: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  S3_SECRET_KEY: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_ALLOW_ASYNC_REPLICA: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_DATABASE_POOL: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_DATA_DIR: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_EXECUTION_ENABLED: ['gateway'],
  TOLLGATE_FAILPOINT_URL: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_FREE_CPU_SECONDS: ['worker-image', 'worker-provider'],
  TOLLGATE_HOST: ['gateway'],
  TOLLGATE_KEY_PEPPER: ['gateway'],
  TOLLGATE_LAME_DUCK_SECONDS: ['gateway'],
  TOLLGATE_LEASE_SECONDS: ['worker-image', 'worker-provider'],
  TOLLGATE_LOG_LEVEL: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_METRICS_HOST: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_METRICS_PORT: ['gateway', 'keeper', 'worker-image', 'worker-provider'],
  TOLLGATE_MIGRATION_DATABASE_URL: ['migrate'],
  TOLLGATE_OIDC_ISSUER: ['gateway'],
  TOLLGATE_OPENAI_IDEMPOTENT: ['worker-provider'],
  TOLLGATE_OPENAI_KEY: ['worker-provider'],
  TOLLGATE_OPENAI_MODELS: ['gateway', 'worker-provider'],
  TOLLGATE_OPENAI_REFUSED_STATUSES: ['worker-provider'],
  TOLLGATE_OPENAI_TARIFFS: ['worker-provider'],
  TOLLGATE_OPENAI_URL: ['gateway', 'worker-provider'],
  TOLLGATE_OPERATOR_HOST: ['gateway'],
  TOLLGATE_OPERATOR_PORT: ['gateway'],
  TOLLGATE_PORT: ['gateway'],
  TOLLGATE_PREDICTIONS_IDEMPOTENT: ['worker-provider'],
  TOLLGATE_PREDICTIONS_KEY: ['worker-provider'],
  TOLLGATE_PREDICTIONS_MODELS: ['gateway', 'worker-provider'],
  TOLLGATE_PREDICTIONS_OUTPUT_HOSTS: ['worker-provider'],
  TOLLGATE_PREDICTIONS_OUTPUT_PRIVATE: ['worker-provider'],
  TOLLGATE_PREDICTIONS_REFUSED_STATUSES: ['worker-provider'],
  TOLLGATE_PREDICTIONS_TARIFFS: ['worker-provider'],
  TOLLGATE_PREDICTIONS_URL: ['gateway', 'worker-provider'],
  TOLLGATE_PROJECT_RATE_LIMIT_PER_MINUTE: ['gateway'],
  TOLLGATE_PROVIDERS_FILE: ['gateway', 'keeper', 'worker-provider'],
  TOLLGATE_PROVIDER_CALL_SECONDS: ['worker-provider'],
  TOLLGATE_PROVIDER_INVOICE_SECONDS: ['worker-provider'],
  TOLLGATE_PROVIDER_UNKNOWN_SECONDS: ['worker-provider'],
  TOLLGATE_PUBLIC_URL: ['gateway'],
  TOLLGATE_RATE_LIMIT_PER_MINUTE: ['gateway'],
  TOLLGATE_REHEARSAL: ['gateway'],
  TOLLGATE_REVIEW_BACKOFF_SECONDS: ['worker-image', 'worker-provider'],
  TOLLGATE_REVIEW_RESOLVE_SECONDS: ['worker-image', 'worker-provider'],
  TOLLGATE_SESSION_AUDIENCE: ['gateway'],
  TOLLGATE_SESSION_SECRET: ['gateway'],
  TOLLGATE_SIMULATOR_CRASH: ['simulator'],
  TOLLGATE_SIMULATOR_DIR: ['simulator'],
  TOLLGATE_SIMULATOR_HOST: ['simulator'],
  TOLLGATE_SIMULATOR_IDEMPOTENT: ['simulator'],
  TOLLGATE_SIMULATOR_PORT: ['simulator'],
  TOLLGATE_SIMULATOR_URL: ['gateway', 'worker-provider'],
  TOLLGATE_SPOOL_DIR: ['worker-image', 'worker-provider'],
  TOLLGATE_STORAGE_FREE_MB: ['gateway'],
  TOLLGATE_STORAGE_QUOTA_MB: ['gateway'],
  TOLLGATE_STORAGE_UNFUNDED_MB: ['gateway'],
  TOLLGATE_SWEEP_SECONDS: ['keeper'],
  TOLLGATE_URL_SECRET: ['gateway'],
  TOLLGATE_WORKER_CONCURRENCY: ['worker-image', 'worker-provider'],
};

export const KNOWN_SETTINGS: readonly string[] = Object.keys(READERS).filter((name) => name.startsWith('TOLLGATE_'));

const readBy = (program: Program): readonly string[] =>
  Object.keys(READERS).filter((name) => READERS[name]?.includes(program));

/** What each program reads. Whoever starts one gives it these of ours and no others: nobody steals what it does not know. */
export const SETTINGS_OF = {
  gateway: readBy('gateway'),
  keeper: readBy('keeper'),
  migrate: readBy('migrate'),
  simulator: readBy('simulator'),
  'worker-image': readBy('worker-image'),
  'worker-provider': readBy('worker-provider'),
} as const;
