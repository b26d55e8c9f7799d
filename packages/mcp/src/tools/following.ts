/** After the purchase: read, wait, cancel; and the remaining budget. */
import type { Execution, Usage } from '@farebox/contract';
import { Type } from 'typebox';
import { awaited, executionOutput, executionResult } from '../executions.ts';
import { success } from '../result.ts';
import { WAIT_SECONDS_MAX } from '../wait.ts';
import { closed, mcpTool } from './tool.ts';

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
  }),
  output: executionOutput,
  hints: { readOnlyHint: true, idempotentHint: true },
  async run({ executionId, waitSeconds = 0 }, session) {
    const execution = await session.api.call<Execution>('getExecution', { params: { id: executionId } });
    return executionResult(await awaited(execution, { session, waitSeconds }), session);
  },
});

export const cancelExecution = mcpTool({
  name: 'cancel_execution',
  title: 'Cancel an execution',
  description:
    'Cancels an execution. Costs that have arisen so far are charged; steps that have not started cost nothing.',
  input: closed({ executionId: ExecutionId }),
  output: executionOutput,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  async run({ executionId }, session) {
    const execution = await session.api.call<Execution>('cancelExecution', { params: { id: executionId }, body: {} });
    return executionResult(execution, session);
  },
});

const Micros = Type.Integer({ minimum: 0 });

export const getUsage = mcpTool({
  name: 'get_usage',
  title: 'Read balance and spending',
  description:
    'Returns the balance, the amount on hold, the charges of this month and the budgets. Free. You cannot raise any of them.',
  input: closed({}),
  output: Type.Object({
    availableMicros: Micros,
    heldMicros: Micros,
    chargedMicros: Micros,
    monthlyCapMicros: Type.Union([Micros, Type.Null()]),
    remainingSpendMicros: Type.Optional(Micros),
  }),
  hints: { readOnlyHint: true, idempotentHint: true },
  async run(_input, { api, spendLimit }) {
    const usage = await api.call<Usage>('getUsage');
    return success({
      ...usage,
      ...(spendLimit === null ? {} : { remainingSpendMicros: spendLimit.remainingMicros() }),
    });
  },
});
