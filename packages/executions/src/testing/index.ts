/** Fixtures for the tests of packages that stand on executions. Used by tests only. */
export { type Fixture, openFixture, requestFor } from './fixture.ts';
export { openProjectFixture, type ProjectFixture, requestIn, stepOf } from './project-fixture.ts';
export { finishedStep, openStores } from './stores.ts';
