/**
 * An execution as an MCP task with the same id. All its data comes from a read of the execution, so any gateway can serve it for as long as the
 * execution exists.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Execution, LIMITS } from '@farebox/contract';
import { purchaseResult, settle } from '../executions.ts';
import type { Session } from '../tools/tool.ts';

const SECOND_MS = 1_000;

export const hasEnded = ({ status }: Execution): boolean => TASK_STATUS[status] !== 'working';

/** Replaces the result of `tools/call`. The execution exists, so a task request finds it at once. */
export const createdTask = (execution: Execution): CallToolResult => ({
  resultType: 'task',
  content: [],
  ...taskOf(execution),
});

/** The task, with the result that `tools/call` would have had once the execution has ended. */
export async function detailedTask(execution: Execution, session: Session): Promise<Readonly<Record<string, unknown>>> {
  const task = taskOf(execution);
  if (task.status !== 'completed') {
    settle(execution, session);
    return task;
  }
  return { ...task, result: { resultType: 'complete', ...(await purchaseResult(execution, session)) } };
}

function taskOf(execution: Execution) {
  const { id, status, createdAt } = execution;
  return {
    taskId: id,
    status: TASK_STATUS[status],
    statusMessage: messageOf(execution),
    createdAt,
    lastUpdatedAt: lastChangeOf(execution),
    ttlMs: null,
    pollIntervalMs: LIMITS.pollSeconds * SECOND_MS,
  };
}

/** A failed execution is a completed task whose result is an error with the charge; a `failed` task would have no result. */
const TASK_STATUS = {
  queued: 'working',
  running: 'working',
  needs_review: 'working',
  succeeded: 'completed',
  failed: 'completed',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Execution['status'], string>>;

function messageOf({ status, chargedMicros, steps }: Execution): string {
  const step = steps.find((each) => each.status === 'running');
  const isAt = step?.progress === undefined ? '' : `, ${Math.floor(step.progress * 100)} %`;
  const cost = `It cost ${chargedMicros ?? 0} micro-units of USD.`;
  return {
    queued: 'Waiting for a worker.',
    running: step === undefined ? 'Running.' : `Running: ${step.name}${isAt}.`,
    needs_review: 'The outcome at an external service is not known yet; a lookup follows. Do not buy it again.',
    succeeded: cost,
    failed: `Failed. ${cost}`,
    cancelled: `Cancelled. ${cost}`,
  }[status];
}

function lastChangeOf({ createdAt, startedAt, finishedAt, steps }: Execution): string {
  const times = [startedAt, finishedAt, ...steps.flatMap((step) => [step.startedAt, step.finishedAt])];
  return times.reduce<string>((latest, time) => (time !== null && time > latest ? time : latest), createdAt);
}
