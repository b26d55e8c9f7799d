/**
 * The isolation of a program that reads hostile bytes. A compromised decoder must not reach the worker's secrets, the
 * files of other projects or the network. The worker tries which isolation works, and claims only what it tried.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Isolation {
  readonly kind: 'namespaces' | 'user' | 'process' | 'none';
  /** Resources that a program inside cannot reach. */
  readonly closed: { readonly environment: boolean; readonly network: boolean; readonly files: boolean };
  /** One line for the log. */
  readonly summary: string;
  /** The command line that runs a program inside. The caller spawns it with the program's environment. */
  readonly around: (program: Confined) => readonly [string, ...string[]];
  /** The user who must own the files that the program writes; null for the current user. */
  readonly ownerOf: (slot: number) => number | null;
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

/** Far above the ids of people and services; no account is needed. */
const FIRST_UID = 64_200;
const TRIAL_MS = 10_000;

/** The strongest isolation that works here. Takes a few hundred milliseconds; called once in a process. */
export function findIsolation(): Isolation {
  return workingIsolations()[0] ?? none;
}

/** All isolations that work here, the strongest first; `none` always works. */
export function workingIsolations(): readonly Isolation[] {
  return [...CANDIDATES.filter(works), none];
}

/**
 * Runs Node inside and lets it write into its directory. This also tests that it finds its code, and that the worker
 * may delete the result.
 */
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
/** Writes only if the program cannot open the worker's files in /proc. */
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
 * No core file, which would contain pixels; no file larger than any artifact; few descriptors. The program is also the
 * first that the kernel kills when memory is short: `choom` sets this because a program that its user may not read
 * cannot set it for itself.
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
/** The program ends with the worker that started it, even if the worker is killed. */
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
/** Namespaces are created before privileges are dropped, or by a user who may create them without privileges. */
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
/**
 * A /proc of the new process namespace. In a container that hides a part of its own /proc none can be mounted, so the
 * program has none.
 */
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
    summary: 'another user in separate namespaces (bubblewrap, setpriv): no network, no other files or processes',
    around: (program) => line(limited(program), asUser(program.slot), namespaces(program), program.command),
    ownerOf: uidOf,
  },
  {
    kind: 'namespaces',
    closed: { environment: true, network: true, files: true },
    summary: 'separate namespaces (bubblewrap): no network, no other files or processes',
    around: (program) => line(limited(program), namespaces(program), program.command),
    ownerOf: () => null,
  },
  {
    kind: 'user',
    closed: { environment: true, network: true, files: false },
    summary: 'another user without network (setpriv, unshare); world-readable files can be read',
    around: (program) => line(limited(program), ['unshare', '--net', '--'], asUser(program.slot), program.command),
    ownerOf: uidOf,
  },
  {
    kind: 'user',
    closed: { environment: true, network: false, files: false },
    summary: 'another user (setpriv); the network and world-readable files can be reached',
    around: (program) => line(limited(program), asUser(program.slot), program.command),
    ownerOf: uidOf,
  },
];

const asAnybody: readonly Isolation[] = [PROC, NO_PROC].map((proc) => ({
  kind: 'namespaces',
  closed: { environment: true, network: true, files: true },
  summary: 'separate namespaces (bubblewrap): no network, no other files or processes',
  around: (program) => line(limited(program), namespaces(program, proc), program.command),
  ownerOf: () => null,
}));

/**
 * A user namespace allows a network namespace. It also closes the other processes of this user to the program, but not
 * this user's files.
 */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-current-user', '--net', '--'] as const;

/**
 * For the Docker image, where the user may run the worker's program but not read it (deploy/Dockerfile): Linux then
 * denies this user the worker's files in /proc.
 */
const unreadable: readonly Isolation[] = [
  {
    kind: 'process',
    closed: { environment: true, network: true, files: false },
    summary: 'a process without network (unshare) that cannot read its worker; files of this user can be read',
    around: (program) => line(limited(program), WITHOUT_NETWORK, MORTAL, program.command),
    ownerOf: () => null,
  },
  {
    kind: 'process',
    closed: { environment: true, network: false, files: false },
    summary:
      'a process that cannot read its worker; the network and files of this user can be reached: allow user namespaces for more',
    around: (program) => line(limited(program), MORTAL, program.command),
    ownerOf: () => null,
  },
];

const ADVICE = 'a compromised decoder could read the secrets of this worker; install bubblewrap, or start as root';

/** Only the limits of the kernel. */
const unwalled: Isolation = {
  kind: 'none',
  closed: { environment: false, network: false, files: false },
  summary: `NONE except limits (prlimit): ${ADVICE}`,
  around: (program) => line(limited(program), MORTAL, program.command),
  ownerOf: () => null,
};

const CANDIDATES: readonly Isolation[] = isRoot ? [...asRoot, unwalled] : [...asAnybody, ...unreadable, unwalled];

const none: Isolation = {
  kind: 'none',
  closed: { environment: false, network: false, files: false },
  summary: `NONE except a separate process: ${ADVICE}`,
  around: ({ command }) => command,
  ownerOf: () => null,
};
