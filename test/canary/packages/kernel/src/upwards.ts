/** Breach: one-way-kernel */
export { MAX_STEPS } from '@farebox/contract';
