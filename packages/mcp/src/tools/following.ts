/** What was bought: look at it, wait for it, stop it; and what is left to spend. */
import type { Execution, Usage } from '@farebox/contract';
import { Type } from 'typebox';
import { awaited, executionOutput, executionResult } from '../executions.ts';
import { success } from '../result.ts';
import { WAIT_SECONDS_MAX } from '../wait.ts';
import { closed, mcpTool } from './tool.ts';

const ExecutionId = Type.String({ maxLength: 200, description: 'Of execute.' });

export const getExecution = mcpTool({
  name: 'get_execution',
  title: 'Look at an execution',
  description:
    'Tells the status, cost and results of an execution, with new links to its files; waits for its end where asked to. Free.',
  input: closed({
    executionId: ExecutionId,
    waitSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: WAIT_SECONDS_MAX, description: 'Default: 0.' })),
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
  description: 'Asks for the end of an execution. What it cost so far is charged; what has not begun costs nothing.',
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
  title: 'Balance and spending',
  description:
    'Tells the balance, what is held, what this month has cost and the budgets. Free. You cannot raise any of them.',
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
