/** The resources that an isolation leaves open to a compromised decoder, and how an operator closes them. */
import type { Closed, Isolation } from './isolated.ts';

const OPEN: Readonly<Record<keyof Closed, string>> = {
  environment: "the worker's memory and secrets",
  network: 'the network',
  files: 'files that its user may read',
  signals: 'the worker, which it can end',
  calls: 'every system call',
};

export interface OpenResources {
  /** One line for people. */
  readonly open: string;
  /** The step that closes them. */
  readonly mend: string;
}

/** Null if everything is closed. */
export function openIn({ kind, closed }: Pick<Isolation, 'kind' | 'closed'>): OpenResources | null {
  const names = Object.keys(OPEN) as (keyof Closed)[];
  const open = names.filter((name) => !closed[name]).map((name) => OPEN[name]);
  if (open.length === 0) return null;
  return {
    open: `a compromised decoder reaches ${open.join(', ')}`,
    mend: kind === 'namespaces' ? KERNEL : BUBBLEWRAP,
  };
}

const BUBBLEWRAP = 'install bubblewrap and permit user namespaces: docs/installing-by-hand.md#isolation-of-decoders';
const KERNEL = 'run workers on x86-64 or arm64, with a kernel that has seccomp filters';

/** One warning at the start of a worker. */
export function warnOfOpen(isolation: Isolation, log: { warn(fields: OpenResources, message: string): void }): void {
  const found = openIn(isolation);
  if (found !== null) log.warn(found, 'decoders are not fully isolated');
}
