/**
 * The OpenAI-compatible dialect. The result is in the response, so a caller that loses the response can only request it
 * again by the token.
 */
import type { Call } from '../call.ts';
import { type HttpResponse, type Reply, errorResponse, file, json } from '../http/response.ts';
import type { SimulatorRequest } from '../http/request.ts';
import type { Effect } from '../journal/effects.ts';
import { deliveredOf } from '../outputs/delivered.ts';
import { type Desk, takeCall } from '../paid-call.ts';
import { statedCost } from '../price.ts';
import { endedMsAgo, progressOf } from '../progress.ts';
import { imageCall, speechCall, transcriptionCall } from './calls.ts';

const CALLS: Readonly<Record<string, (request: SimulatorRequest) => Call | Promise<Call>>> = {
  'POST /images/generations': imageCall,
  'POST /audio/speech': speechCall,
  'POST /audio/transcriptions': transcriptionCall,
};

/** `path` is relative to the dialect's base. Null if there is no such route. Rejects with Refused. */
export async function openaiReply(request: SimulatorRequest, path: string, desk: Desk): Promise<Reply | null> {
  const read = CALLS[`${request.method} ${path}`];
  return read === undefined ? null : takeCall(await read(request), desk, replyOf);
}

function replyOf(effect: Effect): Reply {
  const progress = progressOf(effect, Date.now());
  if (progress.kind === 'moderated') return { kind: 'httpResponse', httpResponse: moderated(effect), afterMs: 0 };
  if (!('readyInMs' in progress)) return { kind: 'httpResponse', httpResponse: result(effect), afterMs: 0 };
  return progress.readyInMs === null
    ? { kind: 'silence' }
    : { kind: 'httpResponse', httpResponse: result(effect), afterMs: progress.readyInMs };
}

function moderated(effect: Effect): HttpResponse {
  const billed = effect.costMicros > 0 ? { billed: true, cost: statedOf(effect) } : {};
  const message = 'the request was refused for its content';
  return errorResponse(400, { code: 'content_policy_violation', message, ...billed });
}

const statedOf = (effect: Effect) => statedCost(effect, endedMsAgo(effect, Date.now()));

function result(effect: Effect): HttpResponse {
  const { work, acceptedAt, behaviour } = effect;
  const cost = statedOf(effect);
  if (work.kind === 'transcript')
    return json(200, { ...(behaviour.name === 'unreadable' ? {} : { text: work.words }), usage: { cost } });
  const { bytes, mimeType } = deliveredOf(work, behaviour);
  if (work.kind === 'speech') return file(mimeType, bytes, cost === undefined ? {} : { 'x-cost-usd': String(cost) });
  const created = Math.floor(acceptedAt.getTime() / 1000);
  const asLink = work.kind === 'picture' && work.asLink === true;
  const made = asLink ? { url: `${NOWHERE}/${effect.id}.png` } : { b64_json: bytes.toString('base64') };
  return json(200, { created, data: [made], usage: { cost } });
}

/** Real links expire after an hour, so a caller that needs the file must request it. */
const NOWHERE = 'https://files.invalid';
