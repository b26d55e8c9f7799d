/** Reports how many requests shared a grouped query, which shows whether grouping still works as it was measured. */
import type { GroupOptions } from '@farebox/kernel';

export type GroupedQuery = 'accept' | 'read' | 'claim' | 'record' | 'finish';
export type ObserveGroup = (query: GroupedQuery, size: number) => void;

export const observed = (options: GroupOptions, observe: ObserveGroup, query: GroupedQuery): GroupOptions => ({
  ...options,
  observe: (size) => observe(query, size),
});
