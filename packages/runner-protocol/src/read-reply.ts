/**
 * Reads the body of a signed response. A runner may be wrong or lie: units and costs that are no amounts count as not
 * stated, and are findings for the operator. A success whose files or result break the protocol is `unusable`, not lost.
 */
import { costOf } from './cost.ts';
import { RUNNER_LIMITS } from './limits.ts';
import type { FailedReason, Json, RunArtifact, RunCost, Running, RunReply, Succeeded } from './messages.ts';
import { bytesOf, isObject, isText, isWithinDepth, type Members, objectOf } from './read-json.ts';

/** The work is done, and its result cannot be delivered. */
export interface Unusable {
  readonly status: 'unusable';
  readonly problem: string;
  readonly cost?: RunCost;
}

export type ReceivedReply = RunReply | Unusable;

export type ReadReply =
  | { readonly ok: true; readonly reply: ReceivedReply; readonly findings: readonly string[] }
  /** The response states nothing, so the outcome stays open. */
  | { readonly ok: false; readonly problem: string };

/** @param outputs the number of files that the run has to make. */
export function readReply(body: string, { outputs }: { readonly outputs: number }): ReadReply {
  const members = objectOf(body, RUNNER_LIMITS.responseBytes);
  if (members === null) return { ok: false, problem: `the body is not a JSON object of at most ${KIB} KiB` };
  const status = members['status'];
  const read = typeof status === 'string' && Object.hasOwn(READERS, status) ? READERS[status as Status] : undefined;
  if (read === undefined) return { ok: false, problem: `"status" is none of ${Object.keys(READERS).join(', ')}` };
  const findings: string[] = [];
  return { ok: true, reply: read(members, { outputs, findings }), findings };
}

const KIB = RUNNER_LIMITS.responseBytes / 1024;

type Status = RunReply['status'];
interface Reading {
  readonly outputs: number;
  readonly findings: string[];
}
type Reader = (members: Members, reading: Reading) => ReceivedReply;

const READERS: Readonly<Record<Status, Reader>> = {
  running: (members) => ({ status: 'running', ...progressOf(members['progress']), ...retryAfterOf(members) }),
  succeeded: readSucceeded,
  failed: (members, reading) => ({
    status: 'failed',
    reason: REASONS.find((reason) => reason === members['reason']) ?? 'failed',
    message: messageOf(members['message']),
    billed: billedOf(members['billed'], reading),
    ...statedCostOf(members, reading),
  }),
  cancelled: (members, reading) => ({ status: 'cancelled', ...statedCostOf(members, reading) }),
  not_taken: (members) => ({ status: 'not_taken', ...retryAfterOf(members) }),
  not_known: () => ({ status: 'not_known' }),
};

const REASONS: readonly FailedReason[] = ['content_rejected', 'request_rejected', 'failed'];

function readSucceeded(members: Members, reading: Reading): Succeeded | Unusable {
  const cost = statedCostOf(members, reading);
  const problem = artifactsProblem(members['artifacts'] ?? [], reading.outputs) ?? resultProblem(members['result']);
  if (problem !== null) return { status: 'unusable', problem, ...cost };
  const result = members['result'];
  return {
    status: 'succeeded',
    artifacts: (members['artifacts'] ?? []) as readonly RunArtifact[],
    ...(result === undefined ? {} : { result }),
    ...unitsOf(members['units'], reading),
    ...cost,
  };
}

function artifactsProblem(artifacts: Json, outputs: number): string | null {
  if (!Array.isArray(artifacts) || artifacts.length !== outputs)
    return `"artifacts" must have one element for each of the ${outputs} outputs`;
  const wrong = (artifacts as readonly Json[]).findIndex((artifact, index) => !isArtifact(artifact, index));
  return wrong === -1 ? null : `artifact ${wrong} must be { "put": ${wrong} } or { "url": "https://…" }`;
}

function isArtifact(artifact: Json, index: number): boolean {
  if (!isObject(artifact) || Object.keys(artifact).length !== 1) return false;
  const { put, url } = artifact;
  return put === index || (isText(url, RUNNER_LIMITS.urlCharacters) && /^https?:\/\/\S+$/.test(url));
}

function resultProblem(result: Json | undefined): string | null {
  if (result === undefined) return null;
  if (!isWithinDepth(result, RUNNER_LIMITS.resultDepth))
    return `"result" has more than ${RUNNER_LIMITS.resultDepth} levels`;
  if (hasNul(result)) return '"result" has a NUL, which cannot be stored';
  return bytesOf(JSON.stringify(result)) > RUNNER_LIMITS.resultBytes
    ? `"result" has more than ${RUNNER_LIMITS.resultBytes} bytes`
    : null;
}

/** The database stores no NUL, so a result with one could never be delivered. Asked once the depth is known. */
function hasNul(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]: [string, Json]) => name.includes('\0') || hasNul(each));
}

function unitsOf(units: Json | undefined, { findings }: Reading): { readonly units?: number } {
  if (units === undefined) return {};
  if (typeof units === 'number' && units >= 0 && units < Infinity) return { units };
  findings.push('"units" is not a number of at least 0');
  return {};
}

function statedCostOf(members: Members, { findings }: Reading): { readonly cost?: RunCost } {
  if (members['cost'] === undefined) return {};
  const cost = costOf(members['cost']);
  if (cost === null) findings.push('"cost" is not { "usd": "0.0123" } with a decimal text of at least 0');
  return cost === null ? {} : { cost };
}

/** Without a clear statement, nothing is billed. */
function billedOf(billed: Json | undefined, { findings }: Reading): boolean {
  if (typeof billed !== 'boolean') findings.push('"billed" is not true or false');
  return billed === true;
}

/** Control characters would reach logs and terminals. */
const messageOf = (message: Json | undefined): string =>
  typeof message === 'string'
    ? message.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, RUNNER_LIMITS.messageCharacters)
    : '';

const progressOf = (progress: Json | undefined): Pick<Running, 'progress'> =>
  typeof progress === 'number' && progress >= 0 ? { progress: Math.min(progress, 1) } : {};

function retryAfterOf({ retryAfterSeconds: seconds }: Members): Pick<Running, 'retryAfterSeconds'> {
  if (typeof seconds !== 'number') return {};
  const { retryAfterSecondsMin: least, retryAfterSecondsMax: most } = RUNNER_LIMITS;
  return { retryAfterSeconds: Math.min(Math.max(Math.ceil(seconds), least), most) };
}
