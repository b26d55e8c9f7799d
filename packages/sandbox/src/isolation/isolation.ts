/**
 * What stands around a program that reads hostile bytes. A decoder that is taken over must not reach the worker's secrets, other
 * projects' files or the network. What is in force is found by trying, never assumed, and nothing is claimed that was not tried.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Isolation {
  readonly kind: 'namespaces' | 'user' | 'process' | 'none';
  /** What a program inside cannot reach. */
  readonly closed: { readonly environment: boolean; readonly network: boolean; readonly files: boolean };
  /** One line for the log. */
  readonly summary: string;
  /** The command line that runs a program inside. Its environment is what the caller spawns it with. */
  readonly around: (program: Confined) => readonly [string, ...string[]];
  /** Who must own what the program writes; null where it is this very user. */
  readonly ownerOf: (slot: number) => number | null;
}

export interface Confined {
  readonly command: readonly [string, ...string[]];
  /** Below 1,000; two programs that run at once for different projects have different ones, so that they are different users. */
  readonly slot: number;
  /** All that it may write. */
  readonly directory: string;
  /** Code it needs beside the system's and Node's own. */
  readonly readable: readonly string[];
  readonly limits?: KernelLimits;
}

/** What the kernel itself refuses to a program: each is for one process. What exceeds one of time or size is ended by a signal. */
export interface KernelLimits {
  /** All that it maps, read or not; a program that reserves much and uses little, such as Node, has none. */
  readonly memoryBytes?: number;
  /** Processor time. */
  readonly cpuSeconds?: number;
  /** Of one file that it writes. */
  readonly fileBytes?: number;
  readonly openFiles?: number;
  /** How far it stands behind others for a processor: 0 to 19, beside what its worker was started with. */
  readonly niceness?: number;
}

/** Far from people and services; no account is needed. */
const FIRST_UID = 64_200;
const TRIAL_MS = 10_000;

/** The strongest that works here. Takes some hundred milliseconds, once a process. */
export function findIsolation(): Isolation {
  return workingIsolations()[0] ?? none;
}

/** All that work here, the strongest first; `none` always does. */
export function workingIsolations(): readonly Isolation[] {
  return [...CANDIDATES.filter(works), none];
}

/** Runs Node inside, and has it write where it may: that takes in whether it finds its code, and whether we may clean up. */
function works(isolation: Isolation): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-run-'));
  const made = join(directory, 'made');
  try {
    const owner = isolation.ownerOf(0);
    if (owner !== null) chownSync(directory, owner, owner);
    const script = isolation.kind === 'process' ? LOOK_INTO_PARENT : WRITE;
    const command = [process.execPath, '-e', script, made, String(process.pid)] as const;
    const trial = { command, slot: 0, directory, readable: [] };
    const [program, ...args] = isolation.around(trial);
    spawnSync(program, args, { env: {}, stdio: 'ignore', timeout: TRIAL_MS });
    rmSync(made);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const WRITE = `require('node:fs').writeFileSync(process.argv[1], '')`;
/** Writes only if the worker's own files in /proc are closed to it. */
const LOOK_INTO_PARENT = `
  const { openSync } = require('node:fs');
  for (const file of ['environ', 'mem']) {
    let opened = true;
    try { openSync('/proc/' + process.argv[2] + '/' + file); } catch { opened = false; }
    if (opened) process.exit(1);
  }
  ${WRITE}`;

const FILE_BYTES = 512 * 1024 * 1024;
const OPEN_FILES = 1024;

/**
 * No core file, which would hold pixels; no file larger than any artifact; few descriptors; and it is the first to go when memory is
 * short, which a program that its user may not read cannot say of itself.
 */
const limited = ({ limits = {} }: Confined): readonly string[] => {
  const { memoryBytes, cpuSeconds, fileBytes = FILE_BYTES, openFiles = OPEN_FILES, niceness } = limits;
  const optional = [
    ...(memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
  ];
  const all = ['--core=0', `--nofile=${openFiles}`, `--fsize=${fileBytes}`, ...optional];
  const behind = niceness === undefined ? [] : ['nice', '-n', String(niceness)];
  return ['prlimit', ...all, '--', ...behind, 'choom', '--adjust', '1000', '--'];
};
/** It ends with the worker that started it, however that ends. */
const MORTAL = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
const asUser = (slot: number): readonly string[] => {
  const id = String(FIRST_UID + slot);
  return [
    'setpriv',
    '--reuid',
    id,
    '--regid',
    id,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--pdeathsig',
    'KILL',
  ];
};
/** Namespaces are made before privileges go, or by whoever may make them without any. */
const namespaces = ({ directory, readable }: Confined, proc: readonly string[] = PROC): readonly string[] => {
  const code = [...SYSTEM, dirname(realpathSync(process.execPath)), ...readable];
  return [
    'bwrap',
    ...CONFINED,
    ...proc,
    ...code.flatMap((path) => ['--ro-bind-try', path, path]),
    '--bind',
    directory,
    directory,
    '--',
  ];
};
const CONFINED = '--unshare-all --die-with-parent --new-session --cap-drop ALL --dev /dev --tmpfs /tmp --chdir /'.split(
  ' ',
);
/** Of the new namespace of processes. Where a container hides a part of its own /proc, none can be mounted, and there is none. */
const PROC = ['--proc', '/proc'];
const NO_PROC: readonly string[] = [];
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/etc/ld.so.cache', '/etc/alternatives'];

const isRoot = process.getuid?.() === 0;
const uidOf = (slot: number): number => FIRST_UID + slot;
const line = (...parts: readonly (readonly string[])[]): readonly [string, ...string[]] => {
  const [command = '', ...args] = parts.flat();
  return [command, ...args];
};

const asRoot: readonly Isolation[] = [
  {
    kind: 'namespaces',
    closed: { environment: true, network: true, files: true },
    summary: 'another user in namespaces of its own (bubblewrap, setpriv): no network, no other files or processes',
    around: (program) => line(limited(program), asUser(program.slot), namespaces(program), program.command),
    ownerOf: uidOf,
  },
  {
    kind: 'namespaces',
    closed: { environment: true, network: true, files: true },
    summary: 'namespaces of its own (bubblewrap): no network, no other files or processes',
    around: (program) => line(limited(program), namespaces(program), program.command),
    ownerOf: () => null,
  },
  {
    kind: 'user',
    closed: { environment: true, network: true, files: false },
    summary: 'another user without network (setpriv, unshare); files that everybody may read can be read',
    around: (program) => line(limited(program), ['unshare', '--net', '--'], asUser(program.slot), program.command),
    ownerOf: uidOf,
  },
  {
    kind: 'user',
    closed: { environment: true, network: false, files: false },
    summary: 'another user (setpriv); the network can be reached, and files that everybody may read',
    around: (program) => line(limited(program), asUser(program.slot), program.command),
    ownerOf: uidOf,
  },
];

const asAnybody: readonly Isolation[] = [PROC, NO_PROC].map((proc) => ({
  kind: 'namespaces',
  closed: { environment: true, network: true, files: true },
  summary: 'namespaces of its own (bubblewrap): no network, no other files or processes',
  around: (program) => line(limited(program), namespaces(program, proc), program.command),
  ownerOf: () => null,
}));

/** A user namespace makes a network namespace possible, and closes to it what is outside of it: this user's processes, not its files. */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-current-user', '--net', '--'] as const;

/** What Docker's image does: the worker's program may be run and not read (deploy/Dockerfile), so Linux closes the worker to its user. */
const unreadable: readonly Isolation[] = [
  {
    kind: 'process',
    closed: { environment: true, network: true, files: false },
    summary: 'a process without network (unshare) that cannot look into its worker; files of this user can be read',
    around: (program) => line(limited(program), WITHOUT_NETWORK, MORTAL, program.command),
    ownerOf: () => null,
  },
  {
    kind: 'process',
    closed: { environment: true, network: false, files: false },
    summary:
      'a process that cannot look into its worker; the network can be reached, and files of this user: permit user namespaces for more',
    around: (program) => line(limited(program), MORTAL, program.command),
    ownerOf: () => null,
  },
];

const ADVICE = 'a broken decoder could read the secrets of this worker; install bubblewrap, or start as root';

/** The kernel's limits and no walls. */
const unwalled: Isolation = {
  kind: 'none',
  closed: { environment: false, network: false, files: false },
  summary: `NONE beside limits (prlimit): ${ADVICE}`,
  around: (program) => line(limited(program), MORTAL, program.command),
  ownerOf: () => null,
};

const CANDIDATES: readonly Isolation[] = isRoot ? [...asRoot, unwalled] : [...asAnybody, ...unreadable, unwalled];

const none: Isolation = {
  kind: 'none',
  closed: { environment: false, network: false, files: false },
  summary: `NONE beside a process of its own: ${ADVICE}`,
  around: ({ command }) => command,
  ownerOf: () => null,
};
