/** For tests: fixtures for packages that use executions. */
export { type Fixture, openFixture, requestFor } from './fixture.ts';
export { openProjectFixture, type ProjectFixture, requestIn, stepOf } from './project-fixture.ts';
export { finishedStep, openStores } from './stores.ts';
