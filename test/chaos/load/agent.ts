/**
 * A customer's agent at `/mcp`: it requests a quote, hangs up on the first paid call, and then executes its quote twice at once
 * until both responses are definite. It sends no key: the system must ensure that one quote is paid once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { spoken, type Words } from './words.ts';
import type { Desk } from './customer-client.ts';
import type { Line } from './diary.ts';
import type { Job } from './plan.ts';
import type { Reply } from './request.ts';

const ATTEMPTS_MAX = 60;
const PAUSE_MS = 400;
const HANGS_UP_AFTER_MS = 20;
/** In one of so many cases the second call agrees to more than the first. */
const AGREES_TO_MORE_ONE_OF = 2;
/** Errors without a decision: the call is repeated. */
const OPEN: ReadonlySet<string> = new Set(['outcome_unknown', 'service_unavailable', 'rate_limit_exceeded']);

export async function buyAsAgent(desk: Desk, job: Job): Promise<void> {
  const { tool, arguments: input } = job.request;
  const asked = { tool, arguments: input };
  const quote = (await untilDefinite(desk, job, { act: 'agent-quote', tool: 'quote', input: asked }))?.quote;
  if (quote === undefined) return;
  const { id: quoteId, maximumChargeMicros } = quote;
  const buying = (ceilingMicros: number): Calling => ({
    act: 'agent',
    tool: 'execute',
    input: { ...asked, quoteId, maxChargeMicros: ceilingMicros, waitSeconds: job.waitSeconds ?? 0 },
    ...(job.waitSeconds === null ? {} : { waitSeconds: job.waitSeconds }),
    quoteId,
    ceilingMicros,
  });
  const more = job.number % AGREES_TO_MORE_ONE_OF === 0 ? 1 : 0;
  await call(desk, job, { ...buying(maximumChargeMicros), hangUpAfterMs: HANGS_UP_AFTER_MS });
  await Promise.all(
    [maximumChargeMicros, maximumChargeMicros + more].map((ceilingMicros) =>
      untilDefinite(desk, job, buying(ceilingMicros)),
    ),
  );
}

interface Calling extends Pick<Line, 'quoteId' | 'ceilingMicros' | 'waitSeconds'> {
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
