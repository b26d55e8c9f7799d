/**
 * Parses successful responses of the OpenAI-compatible dialect. Any other response throws, because its outcome is
 * unknown.
 */
import type { Reply, ProviderOutput, StatedCost } from '../../adapter.ts';
import { type HttpResponse, contentTypeOf } from '../../http/exchange.ts';
import { ResponseError, type Json, isRecord, member, textMember } from '../../http/json.ts';
import { microsOfUsd, statedCost } from '../../http/usd.ts';
import { ProviderError, jsonOf } from '../provider-error.ts';
import type { OpenAiRequest } from './requests.ts';

/** Throws ProviderError or ResponseError. */
export const READ: Readonly<Record<OpenAiRequest['result'], (reply: HttpResponse) => Reply>> = {
  image(reply) {
    const body = recordOf(reply);
    const data = member(body, 'data');
    const encoded = textMember(Array.isArray(data) ? (data as readonly Json[])[0] : undefined, 'b64_json');
    const bytes = encoded === null ? null : bytesOf(encoded);
    return made(bytes === null ? null : { files: [{ bytes }], text: null }, costOf(body));
  },
  speech(reply) {
    if (reply.status !== 200) throw new ProviderError(reply);
    // The bytes show whether the response is the requested MP3.
    if (!MAY_BE_SOUND.test(contentTypeOf(reply))) throw new ResponseError('no audio');
    const cost = microsOfUsd(reply.headers['x-cost-usd'] ?? '');
    return made({ files: [{ bytes: reply.body }], text: null }, cost);
  },
  text(reply) {
    const body = recordOf(reply);
    const text = textMember(body, 'text');
    return made(text === null ? null : { files: [], text }, costOf(body));
  },
};

const MAY_BE_SOUND = /^(?:audio\/.*|application\/octet-stream|)$/;

/** The provider reports success; whether there is anything to deliver is checked later. */
const made = (output: ProviderOutput | null, cost: StatedCost): Reply =>
  output === null
    ? { kind: 'failed', reason: 'provider_output_invalid', cost, billed: 'all' }
    : { kind: 'succeeded', ref: null, output, cost };

function recordOf(reply: HttpResponse): Json {
  const body = jsonOf(reply);
  if (!isRecord(body)) throw new ResponseError('no object');
  // A proxy reports an error without a cost: this is neither a result nor a failure that could be charged.
  if (isRecord(member(body, 'error'))) throw new ResponseError('an error under a status of success');
  return body;
}

const costOf = (body: Json): StatedCost => statedCost(member(member(body, 'usage'), 'cost'));

/** Node skips invalid base64; an incomplete file must not pass as the file. */
function bytesOf(encoded: string): Buffer | null {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === encoded ? bytes : null;
}
