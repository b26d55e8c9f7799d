/** The parts of a command line that confines a program. Each part starts the next one. */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { FILTER_DESCRIPTOR } from './filter/file.ts';
import type { Confined } from './isolated.ts';

/** Far above the ids of people and services; no account is needed. */
const FIRST_UID = 64_200;
const FILE_BYTES = 512 * 1024 * 1024;
const OPEN_FILES = 1024;

export const uidOf = (slot: number): number => FIRST_UID + slot;

/**
 * No core file, which would contain pixels; no file larger than any artifact; few descriptors. The program is also the
 * first that the kernel kills when memory is short: `choom` sets this because a program that its user may not read
 * cannot set it for itself.
 */
export const limited = ({ limits = {} }: Confined): readonly string[] => {
  const { memoryBytes, cpuSeconds, fileBytes = FILE_BYTES, openFiles = OPEN_FILES, niceness } = limits;
  const optional = [
    ...(memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
  ];
  const all = ['--core=0', `--nofile=${openFiles}`, `--fsize=${fileBytes}`, ...optional];
  const behind = niceness === undefined ? [] : ['nice', '-n', String(niceness)];
  return ['prlimit', ...all, '--', ...behind, 'choom', '--adjust', '1000', '--'];
};

/**
 * The program ends with the worker that started it, even if the worker is killed. A program that it starts gains no
 * privileges, whatever its file permits.
 */
export const MORTAL: readonly string[] = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'];

export const asUser = ({ slot }: Confined): readonly string[] => {
  const id = String(uidOf(slot));
  const user = ['setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--no-new-privs'];
  return [...user, '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'KILL'];
};

/** A /proc of the new process namespace. */
export const PROC: readonly string[] = ['--proc', '/proc'];
/** In a container that hides a part of its own /proc none can be mounted. */
export const NO_PROC: readonly string[] = [];
/** Read and closed by bubblewrap, and installed as the last step before the program starts. */
export const FILTER: readonly string[] = ['--seccomp', String(FILTER_DESCRIPTOR)];

/** Namespaces are created before privileges are dropped, or by a user who may create them without privileges. */
export const namespaces = ({ directory, readable }: Confined, more: readonly string[]): readonly string[] => {
  const code = [...SYSTEM, dirname(realpathSync(process.execPath)), ...readable];
  const readOnly = code.flatMap((path) => ['--ro-bind-try', path, path]);
  return ['bwrap', ...CONFINED, ...more, ...readOnly, '--bind', directory, directory, '--'];
};
const CONFINED = '--unshare-all --die-with-parent --new-session --cap-drop ALL --dev /dev --tmpfs /tmp --chdir /'.split(
  ' ',
);
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/etc/ld.so.cache', '/etc/alternatives'];

/**
 * Without bubblewrap, a user namespace removes the network, and a process namespace the worker: a signal reaches only
 * processes inside. It also closes the memory and environment of this user's other processes, but not this user's files.
 *
 * The first shell is outside the process namespace and ends with the worker. The second one is the first process
 * inside, which the kernel protects from most signals, so that the program itself is not.
 */
export const inUserNamespace = (command: readonly string[]): readonly string[] => {
  const unshared = ['unshare', '--user', '--map-current-user', '--net', '--pid', '--', ...MORTAL];
  const first = [...MORTAL, 'sh', '-c', START, 'sh'];
  return [...unshared, 'sh', '-c', START, 'sh', ...first, ...command];
};
/** Not the last command of the shell, which would replace the shell. */
const START = '"$@"; exit $?';
