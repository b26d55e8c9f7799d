/**
 * A customer's agent at `/mcp`: it requests a quote, hangs up on the first paid call, and then executes its quote twice at once
 * until both responses are definite. It sends no key: the system must ensure that one quote is paid once. The customer requests
 * the same quote over HTTP, which names units and prices. An outdated quote is requested once more.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { activateAnother } from './activate.ts';
import { type Desk, quoteOf } from './customer-client.ts';
import type { Line } from './diary.ts';
import type { Job } from './plan.ts';
import type { Quoted } from './quoted.ts';
import type { Reply } from './request.ts';
import { spoken, type Words } from './words.ts';

/** A starved machine has long outages and many prices: a customer goes on until the work is bought. */
const ATTEMPTS_MAX = 600;
const QUOTES_MAX = 10;
const OUTDATED = 'price_version_mismatch';
const PAUSE_MS = 400;
const HANGS_UP_AFTER_MS = 20;
/** In one of so many cases the second call agrees to more than the first. */
const AGREES_TO_MORE_ONE_OF = 2;
/** Errors without a decision: the call is repeated. */
const OPEN: ReadonlySet<string> = new Set(['outcome_unknown', 'service_unavailable', 'rate_limit_exceeded']);

export async function buyAsAgent(desk: Desk, job: Job): Promise<void> {
  for (let attempt = 0; attempt < QUOTES_MAX; attempt++) {
    const quote = await quotedTwice(desk, job);
    if (quote === null) return;
    if (attempt === 0) await activateAnother(desk, job, quote.quoted.model);
    if (!(await execute(desk, job, quote))) return;
  }
}

interface Quote {
  readonly id: string;
  readonly maximumChargeMicros: number;
  readonly quoted: Quoted;
}

/** The agent's quote and the customer's own, at the same prices. */
async function quotedTwice(desk: Desk, job: Job): Promise<Quote | null> {
  const { tool, arguments: input } = job.request;
  const asking = { act: 'agent-quote', tool: 'quote', input: { tool, arguments: input } } as const;
  for (let attempt = 0; attempt < QUOTES_MAX; attempt++) {
    const quote = (await untilDefinite(desk, job, asking))?.quote;
    const own = quote === undefined ? null : await quoteOf(desk, job);
    if (quote === undefined || own === null) return null;
    if (quote.id.split('_')[1] === own.quoted.priceVersion) return { ...quote, quoted: own.quoted };
  }
  return null;
}

/** Resolves to whether the quote was outdated. */
async function execute(desk: Desk, job: Job, { id: quoteId, maximumChargeMicros, quoted }: Quote): Promise<boolean> {
  const { tool, arguments: input } = job.request;
  const buying = (ceilingMicros: number): Calling => ({
    act: 'agent',
    tool: 'execute',
    input: {
      tool,
      arguments: input,
      quoteId,
      maxChargeMicros: ceilingMicros,
      waitSeconds: job.waitSeconds ?? 0,
    },
    ...(job.waitSeconds === null ? {} : { waitSeconds: job.waitSeconds }),
    quoted,
    quoteId,
    ceilingMicros,
  });
  const more = job.number % AGREES_TO_MORE_ONE_OF === 0 ? 1 : 0;
  await call(desk, job, { ...buying(maximumChargeMicros), hangUpAfterMs: HANGS_UP_AFTER_MS });
  const replies = await Promise.all(
    [maximumChargeMicros, maximumChargeMicros + more].map((ceilingMicros) =>
      untilDefinite(desk, job, buying(ceilingMicros)),
    ),
  );
  return replies.every((words) => words?.error?.message === OUTDATED);
}

interface Calling extends Pick<Line, 'quoted' | 'quoteId' | 'ceilingMicros' | 'waitSeconds'> {
  readonly act: 'agent' | 'agent-quote';
  readonly tool: 'execute' | 'quote';
  readonly input: object;
  readonly hangUpAfterMs?: number;
}

/** Null if no response was definite. */
async function untilDefinite(desk: Desk, job: Job, calling: Calling): Promise<Words | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const reply = await call(desk, job, calling);
    const words = reply.kind === 'lost' ? {} : spoken(reply.text);
    if (words.data !== undefined || words.quote !== undefined) return words;
    if (words.error !== undefined && !OPEN.has(words.error.message)) return words;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  return null;
}

function call(
  { diary, gateway }: Desk,
  { customer: { projectId, tokens }, lineage }: Job,
  { act, tool, input, hangUpAfterMs, ...said }: Calling,
): Promise<Reply> {
  const params = { name: tool, arguments: input };
  return diary.ask(
    { act, projectId, lineage, ...said },
    {
      method: 'POST',
      url: `${gateway()}/mcp`,
      token: tokens[lineage] as string,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      accept: 'application/json, text/event-stream',
      ...(hangUpAfterMs === undefined ? {} : { hangUpAfterMs }),
    },
  );
}
