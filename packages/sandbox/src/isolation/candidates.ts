/** All isolations, the strongest first. Each claims only what its command line closes on every machine where it works. */
import { asUser, FILTER, inUserNamespace, limited, MORTAL, namespaces, NO_PROC, PROC, uidOf } from './command.ts';
import { hasFilter } from './filter/file.ts';
import type { Confined, Isolation } from './isolated.ts';

const ALL = { environment: true, network: true, files: true, signals: true, calls: true };
const NOTHING = { environment: false, network: false, files: false, signals: false, calls: false };
const nobodyElse = (): null => null;

const line = (...parts: readonly (readonly string[])[]): readonly [string, ...string[]] => {
  const [command = '', ...args] = parts.flat();
  return [command, ...args];
};

interface InNamespaces {
  readonly isAnotherUser: boolean;
  readonly proc: readonly string[];
}

/** With a filter of system calls, and for a kernel or an architecture without one, without it. */
const inNamespaces = ({ isAnotherUser, proc }: InNamespaces): readonly Isolation[] =>
  (hasFilter ? [true, false] : [false]).map((isFiltered) => ({
    kind: 'namespaces',
    closed: { ...ALL, calls: isFiltered },
    summary: [
      isAnotherUser ? 'another user in separate namespaces (bubblewrap, setpriv)' : 'separate namespaces (bubblewrap)',
      ': no network, no other files or processes',
      isFiltered ? ', no unusual system calls (seccomp)' : '',
    ].join(''),
    around(program: Confined) {
      const inside = namespaces(program, isFiltered ? [...FILTER, ...proc] : proc);
      return line(limited(program), isAnotherUser ? asUser(program) : [], inside, program.command);
    },
    readsFilter: isFiltered,
    ownerOf: isAnotherUser ? uidOf : nobodyElse,
  }));

/** The worker is root, so another user can send it no signal. */
const asRoot: readonly Isolation[] = [
  ...inNamespaces({ isAnotherUser: true, proc: PROC }),
  ...inNamespaces({ isAnotherUser: false, proc: PROC }),
  {
    kind: 'user',
    closed: { ...ALL, files: false, calls: false },
    summary: 'another user without network (setpriv, unshare)',
    around: (program) => line(limited(program), ['unshare', '--net', '--'], asUser(program), program.command),
    readsFilter: false,
    ownerOf: uidOf,
  },
  {
    kind: 'user',
    closed: { ...ALL, network: false, files: false, calls: false },
    summary: 'another user (setpriv)',
    around: (program) => line(limited(program), asUser(program), program.command),
    readsFilter: false,
    ownerOf: uidOf,
  },
];

/**
 * For the Docker image, where the user may run the worker's program but not read it (deploy/Dockerfile): Linux then
 * denies this user the worker's files in /proc.
 */
const unreadable: readonly Isolation[] = [
  {
    kind: 'process',
    closed: { ...ALL, files: false, calls: false },
    summary: 'a process without network (unshare) that cannot read its worker or send it signals',
    around: (program) => line(limited(program), inUserNamespace(program.command)),
    readsFilter: false,
    ownerOf: nobodyElse,
  },
  {
    kind: 'process',
    closed: { ...NOTHING, environment: true },
    summary: 'a process that cannot read its worker',
    around: (program) => line(limited(program), MORTAL, program.command),
    readsFilter: false,
    ownerOf: nobodyElse,
  },
];

/** Only the limits of the kernel. */
const unwalled: Isolation = {
  kind: 'none',
  closed: NOTHING,
  summary: 'NONE except limits (prlimit)',
  around: (program) => line(limited(program), MORTAL, program.command),
  readsFilter: false,
  ownerOf: nobodyElse,
};

export const none: Isolation = {
  kind: 'none',
  closed: NOTHING,
  summary: 'NONE except a separate process',
  around: ({ command }) => command,
  readsFilter: false,
  ownerOf: nobodyElse,
};

const asAnybody = [PROC, NO_PROC].flatMap((proc) => inNamespaces({ isAnotherUser: false, proc }));

/** Without `none`, which always works. */
export const CANDIDATES: readonly Isolation[] =
  process.getuid?.() === 0 ? [...asRoot, unwalled] : [...asAnybody, ...unreadable, unwalled];
