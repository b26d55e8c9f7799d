/** Bodies and queries of the requests about executions. */
import { Type, type Static } from 'typebox';
import { EXECUTED_TOOL_NAME, LIMITS } from '../limits.ts';
import { AskedPriceVersion, AskedTool, ToolArguments } from './catalog.ts';
import { Status } from './execution-states.ts';
import { MicrosJson, closed, described, int32, named } from './primitives.ts';

export const ExecutionRequest = Type.Object(
  {
    tool: AskedTool,
    arguments: ToolArguments,
    priceVersion: AskedPriceVersion,
    maximumChargeMicros: described(
      MicrosJson,
      'The `maximumChargeMicros` of the quote, in micro-units of USD: held when the execution is accepted.',
    ),
  },
  named('ExecutionRequest', 'The quoted tool and input, with the price version and the maximum charge of the quote.'),
);

export const ReadRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 200, description: 'An execution id.' }), {
      minItems: 1,
      maxItems: LIMITS.listMax,
      description: 'The executions to read. A repeated id is returned once.',
    }),
  },
  named('ReadRequest', 'The ids of the executions to read.'),
);

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(
      int32(LIMITS.listMin, {
        maximum: LIMITS.listMax,
        description: `The number of executions on a page. Default ${LIMITS.listDefault}.`,
      }),
    ),
    before: Type.Optional(
      Type.String({
        pattern: '^exe_[0-9a-z]{26}$',
        maxLength: 30,
        description: 'An execution id. The page begins with the next older execution.',
      }),
    ),
    status: Type.Optional(described(Status, 'Only executions with this status.')),
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template, even if it is no longer offered.',
      }),
    ),
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:-]{8,128}$',
        maxLength: LIMITS.idempotencyKeyMax,
        description: 'Returns only the execution that was accepted under this key. Use it after a lost response.',
      }),
    ),
  },
  closed,
);

export const EventsQuery = Type.Object(
  {
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template.',
      }),
    ),
  },
  closed,
);

export const CancelRequest = Type.Object({}, named('CancelRequest', 'An empty object.'));

export type ExecutionRequest = Static<typeof ExecutionRequest>;
export type ListQuery = Static<typeof ListQuery>;
