/**
 * Reads the responses of an HTTP API by the pointers of its manifest. A success that lacks something that the manifest
 * promises is a result that cannot be delivered, never a lost one.
 */
import { RUNNER_LIMITS } from '@farebox/runner-protocol';
import { partsOf, type Pointer } from '@farebox/price-rules';
import type { OutputFile, Reply, StatedCost } from '../../adapter.ts';
import { contentTypeOf, type HttpResponse } from '../../http/exchange.ts';
import { isRecord, type Json, member, Numeral, ResponseError } from '../../http/json.ts';
import { microsOfUsd } from '../../http/usd.ts';
import { base64Of, linkedFile } from '../data-url.ts';
import { jsonOf, ProviderError } from '../provider-error.ts';
import type { ApiRunner } from './request.ts';

/** The result of a call, as `raw` of its output. Its files are those of the output, in order. */
export type ApiResult =
  | {
      readonly status: 'succeeded';
      readonly artifacts: readonly { readonly file: number }[];
      readonly result?: unknown;
      readonly units?: number;
    }
  | { readonly status: 'unusable'; readonly problem: string };

export interface Reading {
  readonly runner: ApiRunner;
  /** Told what is stated wrongly. */
  readonly findings: (finding: string) => void;
}

/** The last response of a call that succeeded. Throws ProviderError or ResponseError: then the outcome is open. */
export function succeeded(response: HttpResponse, ref: string | null, reading: Reading): Reply {
  const { runner } = reading;
  if (runner.artifacts?.includes('') === true) return wholeFile(response, ref, reading);
  const body = jsonOf(response);
  // A proxy reports an error without a cost: this is neither a result nor a failure that could be charged.
  if (runner.poll === undefined && isRecord(member(body, 'error')))
    throw new ResponseError('an error under a status of success');
  const files: OutputFile[] = [];
  for (const pointer of runner.artifacts ?? []) {
    const file = fileOf(at(body, pointer));
    if (file === null) return made(unusable(`no file at ${pointer}`), { response, body, ref, reading });
    files.push(file);
  }
  return made({ ...resultOf(body, runner), files }, { response, body, ref, reading });
}

interface Made {
  readonly result: ApiResult;
  readonly files: readonly OutputFile[];
}

interface From {
  readonly response: HttpResponse;
  readonly body: Json | undefined;
  readonly ref: string | null;
  readonly reading: Reading;
}

const made = ({ result, files }: Made, { response, body, ref, reading }: From): Reply => ({
  kind: 'succeeded',
  ref,
  output: { files, text: null, raw: Buffer.from(JSON.stringify(result)) },
  cost: costOf(response, body, reading),
});

const unusable = (problem: string): Made => ({ result: { status: 'unusable', problem }, files: [] });

/** The bytes show whether it is the promised file. Text and JSON are pages and messages. */
function wholeFile(response: HttpResponse, ref: string | null, reading: Reading): Reply {
  if (response.status < 200 || response.status > 299) throw new ProviderError(response);
  if (/^text\/|[/+]json$/.test(contentTypeOf(response))) throw new ResponseError('no file');
  const result: ApiResult = { status: 'succeeded', artifacts: [{ file: 0 }] };
  return made({ result, files: [{ bytes: response.body }] }, { response, body: undefined, ref, reading });
}

function fileOf(value: Json | undefined): OutputFile | null {
  if (typeof value !== 'string') return null;
  if (/^(?:https?|data):/i.test(value)) return linkedFile(value);
  const bytes = base64Of(value);
  return bytes === null ? null : { bytes };
}

function resultOf(body: Json, { result, artifacts = [], units }: ApiRunner): Pick<Made, 'result'> {
  const stated = units === undefined ? undefined : at(body, units);
  const found = plain(result === undefined ? (artifacts.length === 0 ? body : undefined) : at(body, result));
  if (result !== undefined && found === undefined) return unusable(`no result at ${result}`);
  if (found !== undefined && Buffer.byteLength(JSON.stringify(found)) > RUNNER_LIMITS.resultBytes)
    return unusable(`the result has more than ${RUNNER_LIMITS.resultBytes} bytes`);
  return {
    result: {
      status: 'succeeded',
      artifacts: artifacts.map((_, file) => ({ file })),
      ...(found === undefined ? {} : { result: found }),
      ...(stated instanceof Numeral ? { units: Number(stated.text) } : {}),
    },
  };
}

/** A stated cost that is no amount counts as not stated. It is a number, or a decimal text as headers have it. */
export function costOf(response: HttpResponse, body: Json | undefined, { runner, findings }: Reading): StatedCost {
  const { cost } = runner;
  if (cost === undefined) return null;
  const stated = 'header' in cost ? response.headers[cost.header.toLowerCase()] : at(body, cost.pointer);
  if (stated === undefined) return null;
  const text = stated instanceof Numeral ? stated.text : stated;
  const amount = typeof text === 'string' ? microsOfUsd(text.trim()) : null;
  if (amount === null) findings('"cost" is no amount of at least 0 US dollars');
  return amount;
}

/** The value at a pointer into a response. */
export const at = (body: Json | undefined, pointer: Pointer): Json | undefined =>
  (partsOf(pointer) ?? []).reduce<Json | undefined>(
    (value, part) =>
      Array.isArray(value)
        ? /^\d{1,6}$/.test(part)
          ? (value as readonly Json[])[Number(part)]
          : undefined
        : member(value, part),
    body,
  );

/** JSON for a result, where numbers are numbers, without NUL: the database stores none, and the result is paid. */
export function plain(value: Json | undefined): unknown {
  if (value instanceof Numeral) return Number(value.text);
  if (typeof value === 'string') return withoutNul(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [withoutNul(name), plain(each)]));
}

const withoutNul = (text: string): string => text.replaceAll('\0', '');
