/**
 * Parses successful responses of the OpenAI-compatible dialect. Any other response throws, because its outcome is
 * unknown.
 */
import type { OutputFile, Reply, ProviderOutput, StatedCost } from '../../adapter.ts';
import { type HttpResponse, contentTypeOf } from '../../http/exchange.ts';
import { ResponseError, type Json, isRecord, member, textMember } from '../../http/json.ts';
import { microsOfUsd, statedCost } from '../../http/usd.ts';
import { base64Of, linkedFile } from '../data-url.ts';
import { ProviderError, jsonOf } from '../provider-error.ts';
import type { OpenAiRequest } from './requests.ts';

/** Throws ProviderError or ResponseError. */
export const READ: Readonly<Record<OpenAiRequest['result'], (reply: HttpResponse) => Reply>> = {
  image(reply) {
    const body = recordOf(reply);
    const data = member(body, 'data');
    const first = Array.isArray(data) ? (data as readonly Json[])[0] : undefined;
    const file = fileOf(textMember(first, 'b64_json'), textMember(first, 'url'));
    return made(file === null ? null : { files: [file], text: null }, { cost: costOf(body), reply });
  },
  speech(reply) {
    if (reply.status !== 200) throw new ProviderError(reply);
    // The bytes show whether the response is the requested MP3.
    if (!MAY_BE_SOUND.test(contentTypeOf(reply))) throw new ResponseError('no audio');
    const cost = microsOfUsd(reply.headers['x-cost-usd'] ?? '');
    return made({ files: [{ bytes: reply.body }], text: null }, { cost, reply });
  },
  text(reply) {
    const body = recordOf(reply);
    const text = textMember(body, 'text');
    return made(text === null ? null : { files: [], text }, { cost: costOf(body), reply });
  },
};

/** Some services state the container of the sound. Text is a page or a message, and proves nothing about the call. */
const MAY_BE_SOUND = /^(?:(?:audio|video)\/.*|application\/(?:ogg|octet-stream)|binary\/octet-stream|)$/;

/** The provider reports success; whether there is anything to deliver is checked later. */
const made = (
  output: ProviderOutput | null,
  { cost, reply }: { readonly cost: StatedCost; readonly reply: HttpResponse },
): Reply => ({ kind: 'succeeded', ref: null, output: output ?? { files: [], text: null, raw: reply.body }, cost });

/** The file itself, or a link to it. A data URL is a file too. */
function fileOf(encoded: string | null, url: string | null): OutputFile | null {
  const bytes = encoded === null ? null : base64Of(encoded);
  if (bytes !== null) return { bytes };
  return url === null ? null : linkedFile(url);
}

function recordOf(reply: HttpResponse): Json {
  const body = jsonOf(reply);
  if (!isRecord(body)) throw new ResponseError('no object');
  // A proxy reports an error without a cost: this is neither a result nor a failure that could be charged.
  if (isRecord(member(body, 'error'))) throw new ResponseError('an error under a status of success');
  return body;
}

const costOf = (body: Json): StatedCost => statedCost(member(member(body, 'usage'), 'cost'));
