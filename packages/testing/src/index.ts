/** What tests and benchmarks stand on: fresh databases and launchers of real servers. Never imported by an app. */
export { type TestDatabase, testDatabase } from './database.ts';
export { type LaunchedMinio, startMinio } from './minio.ts';
export { type LaunchedRedis, startRedis } from './redis.ts';
