/**
 * Runs foreign programs that read hostile bytes, such as ffmpeg. A visit has one working directory, which is removed
 * at its end. Each run in it is a new process. Programs are never asked to end: the whole process group is killed.
 */
import type { ChildProcess } from 'node:child_process';
import { invariant } from '@farebox/kernel';
import type { Isolation, KernelLimits } from './isolation/isolated.ts';
import { throwIfFull } from './full-disk.ts';
import { createMeter, LimitExceeded, type Limits, type Meter, watchLimits } from './limit.ts';
import { endedBy, exitOf, killGroup, lastWords, spawnInside } from './process.ts';
import { openRoom, type Room } from './room.ts';
import { SandboxClosed } from './pool.ts';
import { createSlots, type Visit } from './visit.ts';

export interface ProgramSandboxOptions {
  readonly isolation: Isolation;
  /** Visits at once. Further visits wait in order. If there are several slots, one organization never has all. */
  readonly size: number;
  /** The first slot. User ids are derived from slots, so two apps on one machine must have different ones. */
  readonly firstSlot: number;
  /** Limits of one run. */
  readonly limits: Limits & Required<KernelLimits>;
  /** The whole environment of a program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Directories of programs that are not the system's. */
  readonly readable: readonly string[];
}

export interface VisitedRoom {
  /** Paths of the inputs as the programs see them. */
  readonly inputs: Readonly<Record<string, { readonly path: string }>>;
  /** The directory for results. */
  readonly out: string;
  readonly run: (command: readonly [string, ...string[]], options?: RunOptions) => Promise<Ended>;
  /** Moves files from `out` to a directory without any check: a reader must check that they are plain files. */
  readonly deliver: Room['deliver'];
}

export interface RunOptions {
  /** Called with standard output as it arrives. Without it, standard output is kept, up to 1 MiB. */
  readonly onText?: (text: string) => void;
  /** Called with standard output as bytes, for output that is not text. */
  readonly onBytes?: (bytes: Buffer) => void;
}

/** The program ended by itself, successfully or not. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** The end of standard error. */
  readonly stderr: string;
}

export interface Inputs extends Visit {
  /** Wall time of all runs together, from when a slot is free; each run also has its own limit. */
  readonly msMax?: number;
  readonly inputs: Readonly<Record<string, { readonly path: string }>>;
}

export interface ProgramSandbox {
  /**
   * Runs reject with the signal's reason, LimitExceeded, or the code ENOSPC if the disk is full; the program and all processes that it started have then
   * ended.
   */
  readonly visit: <T>(visit: Inputs, work: (room: VisitedRoom) => Promise<T>) => Promise<T>;
  /** Kills every program and waits for the end of all visits; no visit starts any more. */
  readonly close: () => Promise<void>;
}

/** The longest delay that a timer supports. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function createProgramSandbox(options: ProgramSandboxOptions): ProgramSandbox {
  const { isolation, size, firstSlot } = options;
  const free = Array.from({ length: size }, (_, n) => firstSlot + n);
  const enter = createSlots(size);
  const closing = new AbortController();
  const visits = new Set<Promise<unknown>>();

  async function inRoom<T>(visit: Inputs, work: (room: VisitedRoom) => Promise<T>, slot: number): Promise<T> {
    const room = openRoom(isolation.ownerOf(slot));
    const cpu = createMeters();
    const limit = new AbortController();
    const late = setTimeout(() => limit.abort(new LimitExceeded('time')), visit.msMax ?? TIMER_MS_MAX);
    const signal = AbortSignal.any([visit.signal, closing.signal, limit.signal]);
    try {
      const { inputs } = await room.furnish({ directory: room.out, inputs: visit.inputs });
      return await work({
        inputs,
        out: room.out,
        run: (command, run = {}) => runOne({ options, slot, room, command, run, cpu: cpu.next(), signal }),
        deliver: room.deliver,
      });
    } finally {
      clearTimeout(late);
      visit.usedCpu?.(cpu.total());
      await room.remove();
    }
  }

  async function visitNow<T>(visit: Inputs, work: (room: VisitedRoom) => Promise<T>): Promise<T> {
    const leave = await enter(visit);
    const slot = free.pop();
    invariant(slot !== undefined, 'a slot is free after the wait');
    try {
      visit.signal.throwIfAborted();
      closing.signal.throwIfAborted();
      return await inRoom(visit, work, slot);
    } finally {
      free.push(slot);
      leave();
    }
  }

  return {
    visit(visit, work) {
      const under = visitNow(visit, work);
      const ended = under.then(
        () => {},
        () => {},
      );
      visits.add(ended);
      void ended.then(() => visits.delete(ended));
      return under;
    },
    async close() {
      closing.abort(new SandboxClosed('the worker is shutting down'));
      await Promise.all(visits);
    },
  };
}

interface OneRun {
  readonly options: ProgramSandboxOptions;
  readonly slot: number;
  readonly room: Room;
  readonly command: readonly [string, ...string[]];
  readonly run: RunOptions;
  readonly cpu: Meter;
  readonly signal: AbortSignal;
}

const STDOUT_CHARACTERS = 1024 * 1024;

async function runOne({ options, slot, room, command, run, cpu, signal }: OneRun): Promise<Ended> {
  signal.throwIfAborted();
  const { isolation, limits, environment, readable } = options;
  const child = spawnInside(
    isolation,
    { command, slot, directory: room.path, readable, limits },
    { environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const watch = watchLimits({ ...limits, pid: child.pid, room: room.path, cpu }, signal);
  const kill = (): void => killGroup(child);
  watch.signal.addEventListener('abort', kill);
  const [stdout, stderr] = [outputOf(child, { ...run, onTooMuch: kill }), lastWords(child)];
  try {
    await exitOf(child);
    await watch.look();
    watch.signal.throwIfAborted();
    if (child.pid === undefined) throw new Error(`${command[0]} could not be started`);
    throwIfLimited(child, { cpu: cpu.seen(), cpuSeconds: limits.cpuSeconds });
    if (child.exitCode !== 0) await throwIfFull(room.path);
    return { code: child.exitCode, stdout: stdout(), stderr: stderr() };
  } finally {
    watch.stop();
    watch.signal.removeEventListener('abort', kill);
    kill(); // kills processes that the program started and left running
  }
}

/**
 * Throws if a limit of the kernel ended the program. The signal tells which limit; for SIGKILL, the used processor
 * time decides.
 */
function throwIfLimited(child: ChildProcess, { cpu, cpuSeconds }: { cpu: number; cpuSeconds: number }): void {
  if (endedBy(child, 'SIGXFSZ')) throw new LimitExceeded('size');
  if (endedBy(child, 'SIGXCPU')) throw new LimitExceeded('time');
  if (endedBy(child, 'SIGKILL')) throw new LimitExceeded(cpu > cpuSeconds - 1 ? 'time' : 'memory');
}

function outputOf(child: ChildProcess, { onText, onBytes, onTooMuch }: RunOptions & { onTooMuch: () => void }) {
  let text = '';
  if (onBytes !== undefined) {
    child.stdout?.on('data', onBytes);
    return () => '';
  }
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (onText !== undefined) return onText(chunk);
    text += chunk;
    if (text.length > STDOUT_CHARACTERS) onTooMuch();
  });
  return () => text;
}

/** One meter for each process, since each starts at zero. */
function createMeters() {
  const all: Meter[] = [];
  return {
    next(): Meter {
      const meter = createMeter();
      all.push(meter);
      return meter;
    },
    total: (): number => all.reduce((sum, meter) => sum + meter.take(), 0),
  };
}
