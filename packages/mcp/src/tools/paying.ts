/**
 * Quote and execute. A purchase needs a quote, the model's own spending ceiling and the arguments again, so that the person who approves the tool
 * call sees the purchase.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError, type Execution, type Quote } from '@farebox/contract';
import { type Static, Type } from 'typebox';
import { awaited, purchaseResult } from '../executions.ts';
import type { Api } from '../api.ts';
import { idempotencyKeyOf, newQuoteId, type ReadId, readQuoteId } from '../quote-id.ts';
import { failure, failureOf, isUnknown, success } from '../result.ts';
import { createdTask, hasEnded } from '../tasks/task.ts';
import { WAIT_SECONDS_MAX } from '../wait.ts';
import { unknownToolOf } from './catalog.ts';
import { closed, mcpTool, type Session } from './tool.ts';
import { typed, type Use } from './typed.ts';

const Tool = Type.String({ maxLength: 200, description: 'The name of a tool from list_tools.' });
const Arguments = Type.Record(Type.String(), Type.Unknown(), {
  description: "The tool's arguments, as in the inputSchema that describe_tool returns.",
});
export const quote = mcpTool({
  name: 'quote',
  title: 'Quote a paid tool',
  description:
    'Returns the most that a tool can cost with these arguments. Free; reserves nothing. Pass its quoteId to execute.',
  input: closed({ tool: Tool, arguments: Arguments }),
  hints: { readOnlyHint: true },
  async run(input, { api, spendLimit }) {
    const found = await quotedUse(api, input).catch((error: unknown) => refusedQuote(error, input, api));
    if ('content' in found) return found;
    const { quoted, use } = found;
    const { priceVersion, maximumChargeMicros, minimumChargeMicros, breakdown, blockers } = quoted;
    return success({
      quoteId: newQuoteId({ ...use, priceVersion, maximumChargeMicros }),
      maximumChargeMicros,
      minimumChargeMicros,
      breakdown: breakdown.map(({ description, amountMicros }) => ({ description, amountMicros })),
      blockers,
      ...(spendLimit === null ? {} : { remainingSpendMicros: spendLimit.remainingMicros() }),
      ...(use === input ? {} : { understoodArguments: use.arguments }),
    });
  },
});

/** If the API refuses the arguments, they are quoted as their schema understands them. */
async function quotedUse(api: Api, input: Use): Promise<{ readonly quoted: Quote; readonly use: Use }> {
  const quoteOf = (body: Use) => api.call<Quote>('createQuote', { body: { ...body } });
  try {
    return { quoted: await quoteOf(input), use: input };
  } catch (error) {
    const isRefused = error instanceof AppError && error.message === 'invalid_arguments';
    const use = isRefused ? await typed(api, input) : null;
    if (use === null) throw error;
    return { quoted: await quoteOf(use), use };
  }
}

/** A name that the catalog does not have is answered with the nearest ones. */
async function refusedQuote(error: unknown, { tool }: Use, api: Api): Promise<CallToolResult> {
  const isUnknownTool = error instanceof AppError && error.message === 'tool_not_found';
  const withNames = isUnknownTool ? await unknownToolOf(tool, api) : null;
  if (withNames === null) throw error;
  return withNames;
}

const ExecuteInput = closed({
  quoteId: Type.String({ maxLength: 200, description: 'The quoteId from quote. Repeating the call never pays twice.' }),
  tool: Tool,
  arguments: Arguments,
  maxChargeMicros: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'The most that you agree to pay, in micro-units of USD. If it is below the maximum of the quote, nothing is sent.',
  }),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description:
        'How many seconds to wait for the end. Default: as long as possible, or 3 seconds if your host supports tasks.',
    }),
  ),
});

export const execute = mcpTool({
  name: 'execute',
  title: 'Execute (costs money)',
  description:
    'Runs a quoted tool and pays for it: at most maxChargeMicros, usually less. Needs a quoteId from quote, with the same tool and arguments. If it fails or returns nothing, call it again ' +
    'with the same quoteId: it is paid once. To buy the same thing again, call quote again.',
  input: ExecuteInput,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run(input, session) {
    const { quoteId, tool, arguments: args, maxChargeMicros } = input;
    const quoted = readQuoteId(quoteId);
    if (quoted === null) return refused('quote_not_found', 'Call quote, and pass its quoteId unchanged.');
    const use = await usedFor(quoted, { tool, arguments: args }, session.api);
    if (use === null)
      return refused(
        'quote_mismatch',
        'This quote is for another tool or other arguments. Repeat the quoted ones, or call quote for these.',
      );
    const { maximumChargeMicros } = quoted;
    if (!(maximumChargeMicros <= maxChargeMicros))
      return refused(
        'ceiling_too_low',
        'It may cost more than your maxChargeMicros. Pass a higher one only if the user agrees to pay that.',
        { maximumChargeMicros, maxChargeMicros },
      );
    if (session.spendLimit?.reserve(quoteId, maximumChargeMicros) === false)
      return refused(
        'spend_limit_reached',
        'The budget of this session does not allow it, and you cannot raise it. Tell the user.',
        {
          maximumChargeMicros,
          remainingSpendMicros: session.spendLimit.remainingMicros(),
        },
      );
    return paid({ ...input, ...use }, { ...quoted, session });
  },
});

/** The arguments that were quoted, also if this call writes them as text. Null: the quote is for something else. */
async function usedFor({ isFor }: Pick<ReadId, 'isFor'>, use: Use, api: Api): Promise<Use | null> {
  if (isFor(use.tool, use.arguments)) return use;
  const better = await typed(api, use);
  return better !== null && isFor(better.tool, better.arguments) ? better : null;
}

/** A shorter execution returns its result at once, so the host need not poll five seconds later. */
const TASK_AFTER_SECONDS = 3;

const refused = (message: string, advice: string, details?: Readonly<Record<string, unknown>>): CallToolResult =>
  failure({ message, advice: `Nothing was sent or charged. ${advice}`, details });

interface Paying {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
  readonly session: Session;
}

async function paid(
  { quoteId, tool, arguments: args, waitSeconds }: Static<typeof ExecuteInput>,
  { priceVersion, maximumChargeMicros, session }: Paying,
): Promise<CallToolResult> {
  const { api, spendLimit, followsTasks } = session;
  let execution: Execution;
  try {
    const body = { tool, arguments: args, priceVersion, maximumChargeMicros };
    execution = await api.call<Execution>('createExecution', {
      params: { tool },
      body,
      idempotencyKey: idempotencyKeyOf(quoteId),
    });
  } catch (error) {
    if (!(error instanceof AppError) || isUnknown(error)) spendLimit?.keep(quoteId, null);
    if (!(error instanceof AppError)) throw error;
    if (isUnknown(error))
      return failure({
        message: 'outcome_unknown',
        advice:
          'The execution may have been accepted. Call execute again with the same quoteId: it is never paid twice. Do not request a new quote.',
      });
    spendLimit?.refused(quoteId);
    return failureOf(error);
  }
  spendLimit?.keep(quoteId, execution.id);
  const limitSeconds = waitSeconds ?? (followsTasks ? TASK_AFTER_SECONDS : WAIT_SECONDS_MAX);
  const latest = await awaited(execution, { session, waitSeconds: limitSeconds });
  if (followsTasks && !hasEnded(latest)) return createdTask(latest);
  return purchaseResult(latest, session);
}
