/** Environment of a start under test: none of the caller's settings, and ports that no parallel start may choose. */
const SETTINGS = /^(FAREBOX_|DATABASE_|REDIS_|S3_)/;

export const startEnvironment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name))),
  FAREBOX_METRICS_PORT: '0',
  FAREBOX_OPERATOR_PORT: '0',
  FAREBOX_SIMULATOR_PORT: '0',
};
