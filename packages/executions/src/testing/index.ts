/** Fixtures for the tests of packages that stand on executions. Used by tests only. */
export { openProjectFixture, type ProjectFixture, requestIn, stepOf } from './project-fixture.ts';
