/** Reports how many requests shared a grouped query, to see that grouping still works as measured. */
import type { CoalesceOptions } from '@farebox/kernel';

export type BatchedCall = 'accept' | 'read' | 'claim' | 'record' | 'finish';
export type ObserveBatch = (call: BatchedCall, size: number) => void;

export const observed = (options: CoalesceOptions, observe: ObserveBatch, call: BatchedCall): CoalesceOptions => ({
  ...options,
  observe: (size) => observe(call, size),
});
