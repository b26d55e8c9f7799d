/** Breach: not-resolvable */
export * from '@tollgate/kernel/src/micros.ts';
