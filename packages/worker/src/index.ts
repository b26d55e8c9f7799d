/** What every worker app shares. */
export * from './operation.ts';
