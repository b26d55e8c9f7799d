/** After the purchase: read, wait, cancel; and the remaining budget. */
import { AppError, type Execution, type Usage } from '@farebox/contract';
import { Type } from 'typebox';
import { awaited, executionResult } from '../executions.ts';
import { success } from '../result.ts';
import { WAIT_SECONDS_MAX } from '../wait.ts';
import { closed, mcpTool, type Session } from './tool.ts';

/** More than any execution has. */
const ARTIFACTS_MAX = 100_000;

const ExecutionId = Type.String({ maxLength: 200, description: 'An executionId that execute returned.' });

export const getExecution = mcpTool({
  name: 'get_execution',
  title: 'Read an execution',
  description:
    'Returns the status, cost and results of an execution, with new links to its files. With waitSeconds it waits for the end. Free.',
  input: closed({
    executionId: ExecutionId,
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        description: 'How many seconds to wait for the end. Default 0.',
      }),
    ),
    firstArtifact: Type.Optional(
      Type.Integer({ minimum: 0, maximum: ARTIFACTS_MAX, description: 'The index of the first artifact to show.' }),
    ),
    resultFrom: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The resultNext of an earlier call.' }),
    ),
    detail: Type.Optional(
      Type.Enum(['full'], { description: 'full: the whole result and all artifacts, however long.' }),
    ),
  }),
  hints: { readOnlyHint: true, idempotentHint: true },
  async run({ executionId, waitSeconds = 0, ...asked }, session) {
    const execution = await read(executionId, session);
    return executionResult(await awaited(execution, { session, waitSeconds }), session, asked);
  },
});

export const cancelExecution = mcpTool({
  name: 'cancel_execution',
  title: 'Cancel an execution',
  description:
    'Cancels an execution, and says whether that had an effect. Costs that have arisen so far are charged; steps that have not started cost nothing.',
  input: closed({ executionId: ExecutionId }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  async run({ executionId }, session) {
    const accepted = await cancelled(executionId, session);
    if (accepted === null) return told(await read(executionId, session), 'too_late', session);
    const execution = await awaited(accepted, { session, waitSeconds: CANCEL_SECONDS });
    return told(execution, effectOf(execution), session);
  },
});

/** A worker notices a cancel within two seconds, so most results contain the end and its charge. */
const CANCEL_SECONDS = 3;

/** The execution if the cancel was accepted; null if it had already succeeded or failed. */
async function cancelled(id: string, { api }: Session): Promise<Execution | null> {
  try {
    return await api.call<Execution>('cancelExecution', { params: { id }, body: {} });
  } catch (error) {
    if (error instanceof AppError && error.message === 'execution_already_finished') return null;
    throw error;
  }
}

type Effect = keyof typeof EFFECTS;

const EFFECTS = {
  cancelled: 'The execution is cancelled. chargedMicros is what it cost.',
  requested: 'The cancel is noted, but the execution has not ended yet. Call get_execution for its end and its charge.',
  too_late: 'The cancel changed nothing: the execution had already ended. chargedMicros is what it cost.',
} as const;

/** An accepted cancel can lose against the end of the work. */
function effectOf({ status }: Execution): Effect {
  if (status === 'cancelled') return 'cancelled';
  return status === 'succeeded' || status === 'failed' ? 'too_late' : 'requested';
}

const told = (execution: Execution, cancel: Effect, session: Session) =>
  executionResult(execution, session, { more: { cancel, cancelMeans: EFFECTS[cancel] } });

const read = (id: string, { api }: Session): Promise<Execution> =>
  api.call<Execution>('getExecution', { params: { id } });

export const getUsage = mcpTool({
  name: 'get_usage',
  title: 'Read balance and spending',
  description:
    'Returns the balance, the amount on hold, the charges of this month and the budgets. Free. You cannot raise any of them.',
  input: closed({}),
  hints: { readOnlyHint: true, idempotentHint: true },
  async run(_input, { api, spendLimit }) {
    const usage = await api.call<Usage>('getUsage');
    return success({
      ...usage,
      ...(spendLimit === null ? {} : { remainingSpendMicros: spendLimit.remainingMicros() }),
    });
  },
});
