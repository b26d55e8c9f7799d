/** The descriptors of a process inside an isolation: those of the caller, and its filter of system calls. */
import type { IOType, StdioNull } from 'node:child_process';
import { FILTER_DESCRIPTOR, withFilter } from './filter/file.ts';
import type { Isolation } from './isolated.ts';

type Entry = IOType | StdioNull | 'ipc' | number;
export type Stdio = readonly Entry[];

/** Inserts the filter, so that a channel of the caller comes after it. Node tells a child the number of its channel. */
export function stdioInside<T>(
  { readsFilter }: Pick<Isolation, 'readsFilter'>,
  stdio: Stdio,
  start: (stdio: Entry[]) => T,
): T {
  if (!readsFilter) return start([...stdio]);
  return withFilter((filter) =>
    start([...stdio.slice(0, FILTER_DESCRIPTOR), filter, ...stdio.slice(FILTER_DESCRIPTOR)]),
  );
}
