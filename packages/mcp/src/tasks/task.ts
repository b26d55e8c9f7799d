/** An execution as a task: the same id, and nothing but what a poll tells, so that any gateway answers for it and it lives as long as the execution does. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Execution, LIMITS } from '@farebox/contract';
import { purchaseResult, settle } from '../executions.ts';
import type { Session } from '../tools/tool.ts';

const SECOND_MS = 1_000;

export const hasEnded = ({ status }: Execution): boolean => TASK_STATUS[status] !== 'working';

/** In the place of a result of `tools/call`. It exists: who asks for it finds the execution. */
export const createdTask = (execution: Execution): CallToolResult => ({
  resultType: 'task',
  content: [],
  ...taskOf(execution),
});

/** With the result that the call would have had, once there is one. */
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

/** A failed one is completed, with a result that is an error and says what it cost: `failed` is for what has no result at all. */
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
    queued: 'It waits for its turn.',
    running: step === undefined ? 'It is running.' : `It is running: ${step.name}${isAt}.`,
    needs_review: 'Nobody knows yet what an external service did; that is being found out. Do not buy it again.',
    succeeded: cost,
    failed: `It failed. ${cost}`,
    cancelled: `It was cancelled. ${cost}`,
  }[status];
}

function lastChangeOf({ createdAt, startedAt, finishedAt, steps }: Execution): string {
  const times = [startedAt, finishedAt, ...steps.flatMap((step) => [step.startedAt, step.finishedAt])];
  return times.reduce<string>((latest, time) => (time !== null && time > latest ? time : latest), createdAt);
}
