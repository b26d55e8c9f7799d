/** One run: what a tool is given, and the reply that follows from what it does. Never rejects. */
import {
  type EndedReply,
  type Json,
  type JsonObject,
  readReply,
  type RunArtifact,
  type RunCost,
  type RunLimits,
  type RunStart,
} from '@farebox/runner-protocol';
import { RunFailed } from './failed.ts';
import { runFile, type RunFile } from './files/input.ts';
import { runTarget, type RunTarget } from './files/output.ts';

/** @typeParam Arguments the arguments of the manifest's `input`. They are valid when they arrive. */
export interface Run<Arguments = JsonObject> {
  /** The same for every attempt. Give it to services that take an idempotency key. */
  readonly token: string;
  readonly tool: string;
  readonly version: number;
  readonly arguments: Arguments;
  readonly inputs: readonly RunFile[];
  /** The file of an argument, by its JSON Pointer: `file('/source')`. Throws without one. */
  readonly file: (pointer: string) => RunFile;
  /** The files to make, in the order of the manifest's `output.artifacts`. */
  readonly outputs: readonly RunTarget[];
  readonly limits: RunLimits;
  /** Aborts at a cancel and at the deadline. */
  readonly signal: AbortSignal;
  /** From 0 to 1. Customers see it. */
  readonly progress: (part: number) => void;
}

/** `units` are needed if the price of the manifest is `reported`. */
export interface RunOutcome {
  readonly result?: Json;
  readonly units?: number;
  readonly cost?: RunCost;
}

/** Throw RunFailed to end a run as failed. Any other error is a failure that is not billed. */
// oxlint-disable-next-line typescript/no-explicit-any -- each tool has arguments of its own
export type Tool<Arguments = any> = (run: Run<Arguments>) => Promise<RunOutcome | void> | RunOutcome | void;

export interface Execution {
  readonly token: string;
  readonly start: RunStart;
  readonly signal: AbortSignal;
  readonly progress: (part: number) => void;
  readonly onError: (error: unknown, token: string) => void;
}

export async function execute(tool: Tool, execution: Execution): Promise<EndedReply> {
  const { token, start, signal, progress } = execution;
  const targets = start.outputs.map((output, index) => runTarget(output, { index, signal }));
  const inputs = start.inputs.map((input) => runFile(input, signal));
  const file = (pointer: string): RunFile => {
    const found = inputs.find((input) => input.pointer === pointer);
    if (found === undefined) throw new RunFailed(`there is no file at ${pointer}`);
    return found;
  };
  const { protocol: _, ...shown } = start;
  try {
    const outputs = targets.map(({ target }) => target);
    const outcome = (await tool({ ...shown, token, inputs, file, outputs, signal, progress })) ?? {};
    return succeeded(
      outcome,
      targets.map(({ artifact }) => artifact()),
    );
  } catch (error) {
    return ended(error, execution);
  }
}

/** A reply that Farebox would not believe is a mistake of the tool, which its author learns from the message. */
function succeeded({ result, units, cost }: RunOutcome, artifacts: readonly (RunArtifact | null)[]): EndedReply {
  const missing = artifacts.indexOf(null);
  if (missing !== -1) throw new RunFailed(`output ${missing} has no file: call outputs[${missing}].put`);
  const text = JSON.stringify({ status: 'succeeded', artifacts, result, units, cost });
  const read = readReply(text, { outputs: artifacts.length });
  if (!read.ok) throw new RunFailed(read.problem);
  if (read.reply.status !== 'succeeded') throw new RunFailed('problem' in read.reply ? read.reply.problem : '');
  if (read.findings.length > 0) throw new RunFailed(read.findings.join('; '));
  return read.reply;
}

function ended(error: unknown, { token, signal, onError }: Execution): EndedReply {
  const cost = error instanceof RunFailed && error.cost !== undefined ? { cost: error.cost } : {};
  if (signal.aborted && signal.reason === CANCELLED) return { status: 'cancelled', ...cost };
  if (error instanceof RunFailed) {
    const { reason, message, billed } = error;
    return { status: 'failed', reason, message, billed, ...cost };
  }
  if (signal.aborted && signal.reason === INTERRUPTED) return LOST;
  onError(error, token);
  const message = signal.aborted ? 'the deadline has passed' : `the tool has thrown ${String(error)}`;
  return { status: 'failed', reason: 'failed', message, billed: false };
}

/** Why the signal of a run has aborted, if not by its deadline. */
export const CANCELLED = new DOMException('the run is cancelled', 'AbortError');
/** As the reason of a signal: the process ends, and the run may not have ended. */
export const INTERRUPTED = new DOMException('the runner stops', 'AbortError');

/** A process has ended during the run. Nothing is billed, and the work never begins again. */
export const LOST: EndedReply = {
  status: 'failed',
  reason: 'failed',
  message: 'the runner has stopped during the run',
  billed: false,
};
