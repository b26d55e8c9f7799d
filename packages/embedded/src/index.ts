/**
 * PostgreSQL from the package registry: a real server for the embedded mode and for tests, without installation or
 * root.
 */
export { adoptServerDirectory, dataMajorOf, prepareServerDirectory } from './adopt.ts';
export { packagedMajor, serverPrograms } from './binaries.ts';
export { freePort, isPortFree, portProblem } from './port.ts';
export { startPostgres, startTestPostgres, type EmbeddedPostgres } from './postgres.ts';
