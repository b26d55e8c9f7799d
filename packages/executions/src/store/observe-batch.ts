/** How many requests shared a call of the database: what tells whether gathering still works as it was measured. */
import type { CoalesceOptions } from '@farebox/kernel';

export type BatchedCall = 'accept' | 'read' | 'claim' | 'record' | 'finish';
export type ObserveBatch = (call: BatchedCall, size: number) => void;

export const observed = (options: CoalesceOptions, observe: ObserveBatch, call: BatchedCall): CoalesceOptions => ({
  ...options,
  observe: (size) => observe(call, size),
});
