/**
 * A runner that asks for work itself, as the adapter of runners calls it: each request is a row to write or to read, and each
 * response is the text that the runner reported. The adapter reads and believes it exactly as the body of an HTTP response.
 */
import { RUNNER_LIMITS, type RunReply, type RunStart } from '@farebox/runner-protocol';
import type { OfferedRun, PullRuns, RunState } from '@farebox/tools';
import { Unusable } from '../../egress/unusable.ts';
import { ResponseError } from '../../http/json.ts';
import type { RunnerApi } from '../runner/runner-api.ts';

export interface Table {
  readonly runs: Pick<PullRuns, 'offer' | 'lookup' | 'cancel'>;
  /** Whether the runner does the work of a token once, however often it starts it. */
  readonly isIdempotent: boolean;
}

/** The time limits of the database bound each request: one that is cut short would only make its outcome unknown. */
export const createTableApi =
  ({ runs, isIdempotent }: Table): RunnerApi =>
  async ({ method, token, path, body }) => {
    if (method === 'PUT') return said(await runs.offer({ token, start: body, isIdempotent, ...factsOf(body) }));
    const state = path === '/cancel' ? await runs.cancel(token) : await runs.lookup(token);
    return state === null ? NOT_KNOWN : said(state);
  };

const textOf = (reply: RunReply): string => JSON.stringify(reply);
const RUNNING = textOf({ status: 'running' });
const NOT_KNOWN = textOf({ status: 'not_known' });

/** The worker wrote this text itself. */
function factsOf(start: string): Pick<OfferedRun, 'tool' | 'version' | 'deadline'> {
  if (Buffer.byteLength(start) > RUNNER_LIMITS.requestBytes) throw new Unusable('the start of the run is too long');
  const { tool, version, limits } = JSON.parse(start) as RunStart;
  return { tool, version, deadline: new Date(limits.deadline) };
}

/** A runner that has gone silent says nothing about the outcome, as one whose host does not respond. */
function said({ reply, isLost }: RunState): string {
  if (isLost) throw new ResponseError('the runner has not reported for longer than its lease');
  return reply ?? RUNNING;
}
