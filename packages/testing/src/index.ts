/** Tools for tests and benchmarks: fresh databases and launchers of real servers. Never imported by an app. */
export { freePort } from '@farebox/embedded';
export { startApps, type StartedApps } from './apps.ts';
export { missingClock, openClock } from './clock/open-clock.ts';
export { type Copy, copyAt, copyProject } from './copy/copy-project.ts';
export { type TestDatabase, testDatabase } from './database.ts';
export { findInstalledPostgres, startInstalledPostgres } from './installed-postgres.ts';
export { findProgram } from './launch.ts';
export { type LaunchedMinio, startMinio } from './minio.ts';
export { respondsOk, type Program, startProgram } from './program.ts';
export { openTestDatabase } from './open-test-database.ts';
export { type LaunchedRedis, startRedis } from './redis.ts';
export { runSql } from './run-sql.ts';
export { soonerThan } from './sooner.ts';
export { sound } from './sound.ts';
export { type Ended, type RunningProcess, runProcess, startProcess } from './start-process.ts';
export { openPair } from './standby.ts';
export { LENT_TEMPLATE_SERVER, startTemplateServer, type TemplateServer } from './template-server.ts';
export { unheardErrors } from './unheard.ts';
