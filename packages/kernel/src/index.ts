/** What everything else stands on: money, ids, time, bounds, configuration. Imports nothing of ours. */
export * from './assert.ts';
export * from './clock.ts';
export * from './coalesce.ts';
export * from './config.ts';
export * from './engine.ts';
export * from './exit-on-config-error.ts';
export * from './failpoint.ts';
export * from './file-types.ts';
export * from './ids.ts';
export * from './line-limit.ts';
export * from './micros.ts';
export * from './settings.ts';
export * from './stop-signal.ts';
export * from './until-done.ts';
export * from './within.ts';
