/**
 * The child process: runs one image operation at a time on bytes that may be hostile. It has no settings, secrets or
 * connections, and may be killed at any moment.
 */
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { CHILD_OPERATIONS } from '../operations/index.ts';
import { type ChildOperationName, type ChildOutput, type ChildTask, Refused } from '../operations/operation.ts';
import type { Progress, Reply, Task } from './protocol.ts';

/** A lower priority than the worker, whose heartbeats keep the lease. */
const PRIORITY = 10;

// A signal to the whole process group is meant for the worker, which drains and then ends its children.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Not exit(): that would wait for a libvips thread, which may be busy for minutes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (task: Task) => void reply(task));
giveWay();
giveWayAsSession();
dieFirst();
process.send?.('ready');

async function reply(task: Task): Promise<void> {
  process.send?.(await run(task));
}

async function run(task: Task): Promise<Reply> {
  try {
    if (!isKnown(task)) return { kind: 'defect', message: `no operation ${task.operation}` };
    return {
      kind: 'done',
      output: (await perform(task.operation, task)) as Extract<Reply, { kind: 'done' }>['output'],
    };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.reason };
    return { kind: 'defect', message: String(error).slice(0, 2000) };
  }
}

type Known = ChildTask<ChildOperationName> & { readonly operation: ChildOperationName };

/** The worker has already checked parameters and inputs. */
const isKnown = (task: Task): task is Task & Known => Object.hasOwn(CHILD_OPERATIONS, task.operation);

const perform = <N extends ChildOperationName>(operation: N, task: ChildTask<N>): Promise<ChildOutput> =>
  CHILD_OPERATIONS[operation]({ ...task, onProgress: tell });

function tell(share: number): void {
  const progress: Progress = { kind: 'progress', share };
  process.send?.(progress);
}

/** Lowers the priority of this process, unless it is lower already: it cannot be raised, and need not be. */
function giveWay(): void {
  try {
    setPriority(Math.max(PRIORITY, getPriority()));
  } catch {
    // The priority is only a hint.
  }
}

/**
 * Lowers that of its session too: where Linux groups processes by session (autogroups, on machines without containers),
 * each session gets an equal part of the processor, and niceness has no effect between them. So two children would take
 * as much as the worker, the gateway and the database of `npm start` together.
 */
function giveWayAsSession(): void {
  try {
    writeFileSync('/proc/self/autogroup', String(PRIORITY));
  } catch {
    // Not Linux, or without such groups, or an ordinary user who asks for a second change in a tenth of a second.
  }
}

/** If Linux runs out of memory, it should end this process, not the worker or the database. */
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted: this is only a hint.
  }
}
