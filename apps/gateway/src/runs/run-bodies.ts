/** Reads the bodies of claims and reports. */
import { isUtf8 } from 'node:buffer';
import {
  AppError,
  type ClaimRequest,
  invalidJson,
  invalidRequest,
  parseJsonObject,
  type ReportRequest,
  RUN_LIMITS,
  RUNNER_ROUTES,
} from '@farebox/contract';
import { type PullRuns, REPORTED_STATUSES, type ReportedStatus } from '@farebox/tools';
import { compileCheck } from '../endpoint/validation.ts';

const checkClaim = compileCheck(RUNNER_ROUTES.claimRun.body.schema);
const checkReport = compileCheck(RUNNER_ROUTES.reportRun.body.schema);

/** An omitted body means `{}`. Throws `invalid_json` and `invalid_request`. */
export function checkedClaim(bytes: Buffer): ClaimRequest {
  const body = bytes.length === 0 ? {} : parseJsonObject(bytes);
  checkClaim(body);
  return body;
}

/** Throws `invalid_json`, `invalid_request` and `request_too_large`. */
export function checkedReport(bytes: Buffer): Omit<Parameters<PullRuns['report']>[0], 'token' | 'tool'> {
  const body = reportIn(bytes);
  checkReport(body);
  const { lease, reply } = body as ReportRequest;
  const status = statusOf(reply['status']);
  const text = JSON.stringify(reply);
  const { replyBytes: bytesMax } = RUN_LIMITS;
  if (Buffer.byteLength(text) > bytesMax) throw new AppError('request_too_large', { details: { bytesMax } });
  return { lease, status, reply: text };
}

/** The worker refuses a result that is too deep; a run with one must still be able to end. This bounds the recursion here. */
const DEPTH_MAX = 256;

/**
 * Parses as the worker parses a response of an http runner, and not by the parser of requests: what breaks only its policy,
 * such as a number with many digits, is no reason to lose the end of a run. The reply is written again from what was read, so
 * that there is one reading of it.
 */
function reportIn(bytes: Buffer): object {
  if (!isUtf8(bytes)) throw invalidJson('not_utf8');
  const body = valueOf(bytes.toString('utf8'));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidJson('not_an_object');
  if (!isWithin(body, DEPTH_MAX)) throw invalidJson('too_deep', { depthMax: DEPTH_MAX });
  return body;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson('syntax');
  }
}

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1)));

function statusOf(status: unknown): ReportedStatus {
  const found = REPORTED_STATUSES.find((each) => each === status);
  if (found === undefined) throw invalidRequest({ '/reply/status': `must be one of ${REPORTED_STATUSES.join(', ')}` });
  return found;
}
