/** Breach: not-resolvable */
export * from '@farebox/kernel/src/micros.ts';
