/** `tasks/get`, `tasks/cancel` and `tasks/update`, mapped to the execution endpoints. A key that may not read an execution gets "Task not found". */
import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { AppError, type Execution } from '@farebox/contract';
import { adviceOf } from '../result.ts';
import type { Session } from '../tools/tool.ts';
import { TASKS } from './extension.ts';
import { detailedTask } from './task.ts';

export function serveTasks({ server }: McpServer, sessionOf: (context: ServerContext) => Session): void {
  for (const [method, handle] of Object.entries(HANDLERS))
    server.setRequestHandler(method, { params: Params }, async ({ taskId }, context) => {
      const session = sessionOf(context);
      if (!session.followsTasks)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
      try {
        return await handle(taskId, session);
      } catch (error) {
        throw error instanceof AppError ? protocolError(error) : error;
      }
    });
}

type Handler = (taskId: string, session: Session) => Promise<Readonly<Record<string, unknown>>>;

const read = (id: string, { api }: Session): Promise<Execution> =>
  api.call<Execution>('getExecution', { params: { id } });

const HANDLERS: Readonly<Record<string, Handler>> = {
  'tasks/get': async (taskId, session) => detailedTask(await read(taskId, session), session),
  async 'tasks/cancel'(taskId, { api }) {
    try {
      await api.call<Execution>('cancelExecution', { params: { id: taskId }, body: {} });
    } catch (error) {
      // A cancel that came too late succeeds; the next tasks/get shows the end.
      if (!(error instanceof AppError) || error.message !== 'execution_already_finished') throw error;
    }
    return {};
  },
  // Executions never ask for input, so an update has nothing to deliver.
  async 'tasks/update'(taskId, session) {
    await read(taskId, session);
    return {};
  },
};

const Params: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'farebox',
    validate(params) {
      const { taskId } = params as { readonly taskId?: unknown };
      if (typeof taskId === 'string') return { value: { taskId } };
      return { issues: [{ message: 'taskId is required', path: ['taskId'] }] };
    },
  },
};

/** A server-defined JSON-RPC error code, for errors of the API such as a rate limit. */
const REFUSED = -32_000;

function protocolError(error: AppError): ProtocolError {
  const { message, details } = error;
  if (message === 'execution_not_found' || message === 'not_found')
    return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Task not found');
  return new ProtocolError(REFUSED, message, {
    advice: adviceOf(error),
    ...(details === undefined ? {} : { details }),
  });
}
