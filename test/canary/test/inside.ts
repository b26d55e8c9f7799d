/** Breach: tests-stay-outside */
export * from '../apps/keeper/src/leaf.ts';
