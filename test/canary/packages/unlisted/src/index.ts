/** Breach: every-package-has-a-direction */
export * from './leaf.ts';
