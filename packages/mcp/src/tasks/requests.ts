/** `tasks/get`, `tasks/cancel` and `tasks/update` of the current revision, by the endpoints of executions: whose key may not see an execution has no such task. */
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
      // That it came too late is for the next look to say.
      if (!(error instanceof AppError) || error.message !== 'execution_already_finished') throw error;
    }
    return {};
  },
  // A run asks for nothing, so no answer to it is outstanding.
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

/** Of the range of JSON-RPC that is each server's own: what the API says for itself, such as the limit of a key. */
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
