/**
 * One line for each event in the life of an execution, the same in every process: `msg` names the event, `projectId` and
 * `executionId` the execution, and `worker` and `epoch` the claim (docs/following-an-execution.md). No line has content.
 */
import { createLineLog, type LineFields } from './line-log.ts';
import type { Logger } from './logger.ts';

export type ExecutionEvent =
  | 'execution accepted'
  | 'execution claimed'
  | 'execution lease lost'
  | 'execution step begun'
  | 'execution step ended'
  | 'execution call sent'
  | 'execution postponed'
  | 'execution handed back'
  | 'execution handed over'
  | 'execution under review'
  | 'execution cancel requested'
  | 'execution ended';

export interface ExecutionFields extends LineFields {
  readonly projectId: string;
  readonly executionId: string;
}

export interface ExecutionLineOptions {
  /** An attempt after the first one: while a server is away, thousands of executions are tried again and again. */
  readonly isRepeat?: boolean;
}

export type ExecutionLog = (event: ExecutionEvent, fields: ExecutionFields, options?: ExecutionLineOptions) => void;

export function createExecutionLog(logger: Logger): ExecutionLog {
  const log = createLineLog(logger);
  return (event, fields, { isRepeat = false } = {}) =>
    log(event, fields, { limitedAs: isRepeat ? 'an execution is tried again' : undefined });
}
