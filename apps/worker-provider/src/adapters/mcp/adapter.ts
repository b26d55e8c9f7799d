/**
 * MCP servers as runners: one call of one tool, with the result in its response. There is no look-up, so a lost response is
 * asked for again only if the manifest says that the same call twice has no second effect.
 */
import type { Manifest } from '@farebox/manifest';
import { RUNNER_LIMITS } from '@farebox/runner-protocol';
import type { Adapter, Classification, OutputFile, Reply, StatedCost } from '../../adapter.ts';
import { isRecord, type Json, type JsonRecord, member, Numeral, textMember } from '../../http/json.ts';
import { MIB } from '../../http/provider-api.ts';
import { microsOfUsd } from '../../http/usd.ts';
import { base64Of } from '../data-url.ts';
import type { ApiFindings } from '../openapi/adapter.ts';
import type { HttpApi } from '../openapi/http-api.ts';
import type { ApiCall } from '../openapi/request.ts';
import { type ApiResult, plain } from '../openapi/response.ts';
import { classify } from '../provider-error.ts';
import { calledTool, CallNotSent, CallRefused } from './tool-call.ts';

export type McpRunner = Extract<Manifest['runner'], { readonly kind: 'mcp' }>;

export interface McpOptions {
  readonly provider: string;
  readonly runner: McpRunner;
  readonly api: HttpApi;
  readonly callMs: number;
  readonly findings: ApiFindings;
}

const BYTES_MAX = 27 * MIB;
/** As for configured providers. */
const NOT_TAKEN: ReadonlySet<number> = new Set([401, 402, 403, 429]);

export function createMcpAdapter({ provider, runner, api, callMs, findings }: McpOptions): Adapter<ApiCall> {
  const { tool, idempotent = false } = runner;
  return {
    provider,
    supports: {
      idempotency: idempotent,
      lookupByToken: false,
      lookupByRef: false,
      cancel: false,
      synchronous: true,
    },
    async submit(token, { body }, signal) {
      const calling = { api, timeLimitMs: callMs, bytesMax: BYTES_MAX, signal };
      const result = await calledTool({ tool, body, token }, calling);
      return replyOf(result, (finding) => findings(token, finding));
    },
    lookup: () => Promise.reject(new Error('an MCP server has no look-up')),
    cancel: () => Promise.reject(new Error('an MCP server has no cancel')),
    classify: verdictOf,
  };
}

function verdictOf(error: unknown): Classification {
  if (error instanceof CallNotSent)
    return { kind: 'not_delivered', reason: error.message, retryAfterSeconds: null, connected: false };
  if (error instanceof CallRefused) return { kind: 'rejected_unbilled', reason: 'provider_rejected' };
  return classify(error, NOT_TAKEN);
}

function replyOf(result: JsonRecord, findings: (finding: string) => void): Reply {
  const cost = costOf(result, findings);
  if (result['isError'] === true) return { kind: 'failed', reason: 'provider_failed', cost, billed: 'failed' };
  const content = Array.isArray(result['content']) ? (result['content'] as readonly Json[]) : [];
  const read = readResult(result, content);
  const files = read.status === 'succeeded' ? content.flatMap(fileIn) : [];
  return { kind: 'succeeded', ref: null, output: { files, text: null, raw: Buffer.from(JSON.stringify(read)) }, cost };
}

/** Structured content, or the texts. */
function readResult(result: JsonRecord, content: readonly Json[]): ApiResult {
  const texts = content.flatMap((each) => textMember(each, 'text') ?? []);
  const structured = plain(result['structuredContent']);
  const found = structured ?? (texts.length === 0 ? undefined : plain({ text: texts.join('\n') }));
  if (found !== undefined && Buffer.byteLength(JSON.stringify(found)) > RUNNER_LIMITS.resultBytes)
    return { status: 'unusable', problem: `the result has more than ${RUNNER_LIMITS.resultBytes} bytes` };
  const units = member(result['_meta'], 'units');
  return {
    status: 'succeeded',
    ...(units instanceof Numeral ? { units: Number(units.text) } : {}),
    artifacts: content.flatMap(fileIn).map((_, file) => ({ file })),
    ...(found === undefined ? {} : { result: found }),
  };
}

/** Images, audio, and resources with bytes, in the order of the content. */
function fileIn(block: Json): readonly OutputFile[] {
  const data = textMember(block, 'data') ?? textMember(member(block, 'resource'), 'blob');
  const bytes = data === null ? null : base64Of(data);
  if (bytes !== null) return [{ bytes }];
  const url = textMember(block, 'type') === 'resource_link' ? textMember(block, 'uri') : null;
  return url !== null && /^https?:/i.test(url) ? [{ url }] : [];
}

/** `_meta.cost.usd`, a number or decimal text. */
function costOf(result: JsonRecord, findings: (finding: string) => void): StatedCost {
  const cost = member(result['_meta'], 'cost');
  if (cost === undefined) return null;
  const usd = isRecord(cost) ? cost['usd'] : undefined;
  const text = usd instanceof Numeral ? usd.text : usd;
  const amount = typeof text === 'string' ? microsOfUsd(text) : null;
  if (amount === null) findings('"cost" is not { "usd": "0.0123" } with an amount of at least 0');
  return amount;
}
