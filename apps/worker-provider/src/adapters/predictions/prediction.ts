/** Parses a prediction. Throws ResponseError if it is invalid. A URL in it is never called with our key. */
import type { FailureReason } from '@farebox/contract';
import type { Reply, StatedCost } from '../../adapter.ts';
import { ResponseError, type Json, isRecord, member, textMember } from '../../http/json.ts';
import { statedCost, statedMicroseconds } from '../../http/usd.ts';
import { linkedFile } from '../data-url.ts';

/** The id becomes part of a path. */
const ID = /^[\w-]{1,128}$/;
const FILES_MAX = 16;

export function idOf(prediction: Json | undefined): string {
  const id = textMember(prediction, 'id');
  if (id === null || !ID.test(id)) throw new ResponseError('a prediction without an id');
  return id;
}

export function replyOf(prediction: Json): Reply {
  const ref = idOf(prediction);
  const bill = { cost: statedCost(member(member(prediction, 'metrics'), 'cost')), ...ranOf(prediction) };
  const status = textMember(prediction, 'status') ?? '';
  switch (status) {
    case 'queued':
    case 'starting':
    case 'processing':
      return { kind: 'running', ref };
    case 'succeeded':
      return succeeded(ref, member(prediction, 'output'), bill);
    case 'failed':
      return { kind: 'failed', reason: reasonOf(prediction), billed: 'failed', ...bill };
    case 'canceled':
    case 'aborted':
      return { kind: 'cancelled', ...bill };
    default:
      throw new ResponseError('an unknown status');
  }
}

interface Bill {
  readonly cost: StatedCost;
  readonly ranMicroseconds?: bigint;
}

/**
 * The stated time, else the difference of its two timestamps. A prediction cancelled before its start has no start
 * time, and no work to bill.
 */
function ranOf(prediction: Json): { readonly ranMicroseconds?: bigint } {
  const stated = statedMicroseconds(member(member(prediction, 'metrics'), 'predict_time'));
  if (stated !== null) return { ranMicroseconds: stated };
  const [began, ended] = ['started_at', 'completed_at'].map((name) => Date.parse(textMember(prediction, name) ?? ''));
  if (began === undefined || ended === undefined || !(ended >= began)) return {};
  return { ranMicroseconds: BigInt(ended - began) * 1000n };
}

function succeeded(ref: string, output: Json | undefined, bill: Bill): Reply {
  const files = linksIn(output).slice(0, FILES_MAX).map(linkedFile);
  const raw = files.length === 0 ? { raw: Buffer.from(JSON.stringify(output ?? null)) } : {};
  return { kind: 'succeeded', ref, output: { files, text: null, ...raw }, ...bill };
}

/** One link, a list of links, or an object that names its links. Other text, such as a caption, is no file. */
function linksIn(output: Json | undefined): readonly string[] {
  const values = isRecord(output) ? Object.values(output) : Array.isArray(output) ? (output as Json[]) : [output];
  return values.flat().filter((value): value is string => typeof value === 'string' && LINK.test(value));
}

const LINK = /^(?:https?|data):/i;

/** The provider's message is discarded: it may quote the input or worse. */
const reasonOf = (prediction: Json): FailureReason =>
  /sensitive|nsfw|safety|flagged|policy/i.test(textMember(prediction, 'error') ?? '')
    ? 'content_rejected'
    : 'provider_failed';
