/** The isolation of a program that reads hostile bytes: its claims, and how a program is started inside. */

export interface Isolation {
  readonly kind: 'namespaces' | 'user' | 'process' | 'none';
  /** Resources that a program inside cannot reach. */
  readonly closed: Closed;
  /** One line for the log. */
  readonly summary: string;
  /** The command line that runs a program inside. Start it by `spawnInside`, which also gives it the filter. */
  readonly around: (program: Confined) => readonly [string, ...string[]];
  /** Whether the command line reads a filter of system calls from FILTER_DESCRIPTOR. */
  readonly readsFilter: boolean;
  /** The user who must own the files that the program writes; null for the current user. */
  readonly ownerOf: (slot: number) => number | null;
}

export interface Closed {
  /** Environment, memory and open files of the worker. */
  readonly environment: boolean;
  readonly network: boolean;
  /** Files of the worker's user and files that every user may read. */
  readonly files: boolean;
  /** The worker itself: the program cannot end or stop it by a signal. */
  readonly signals: boolean;
  /** System calls that no decoder makes (filter/refused.ts). */
  readonly calls: boolean;
}

export interface Confined {
  readonly command: readonly [string, ...string[]];
  /** Below 1,000. Two programs that run at once for different projects have different slots, and so are different users. */
  readonly slot: number;
  /** The only directory that it may write. */
  readonly directory: string;
  /** Code that it needs in addition to the system's and Node's own. */
  readonly readable: readonly string[];
  readonly limits?: KernelLimits;
}

/** Limits that the kernel enforces for each process. A program that exceeds one of time or size is ended by a signal. */
export interface KernelLimits {
  /** All mapped memory, used or not. A program that reserves much and uses little, such as Node, has no such limit. */
  readonly memoryBytes?: number;
  /** Processor time. */
  readonly cpuSeconds?: number;
  /** Size of one file that it writes. */
  readonly fileBytes?: number;
  readonly openFiles?: number;
  /** Added to the niceness of its worker, 0 to 19: a higher value means a lower scheduling priority. */
  readonly niceness?: number;
}
