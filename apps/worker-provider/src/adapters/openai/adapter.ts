/**
 * OpenAI-compatible providers: images, speech and transcription, each with the result in the response. There is no
 * lookup and no cancel. So a lost response can only be requested again, and only if the provider honours the token.
 */
import type { Adapter } from '../../adapter.ts';
import { JSON_BYTES_MAX, KIB, MIB } from '../../http/provider-api.ts';
import type { AdapterOptions } from '../options.ts';
import { classify, readPaid } from '../provider-error.ts';
import { READ } from './responses.ts';
import type { OpenAiRequest } from './requests.ts';

const FILE_BYTES_MAX = 20 * MIB;
const BYTES_MAX: Readonly<Record<OpenAiRequest['result'], number>> = {
  image: Math.ceil(FILE_BYTES_MAX / 3) * 4 + 64 * KIB,
  speech: FILE_BYTES_MAX,
  text: JSON_BYTES_MAX,
};

export function createOpenAiAdapter({
  provider,
  api,
  idempotency,
  refusedStatuses,
  callMs,
}: AdapterOptions): Adapter<OpenAiRequest> {
  return {
    provider,
    supports: { idempotency, lookupByToken: false, lookupByRef: false, cancel: false, synchronous: true },
    async submit(token, { path, contentType, body, result }, signal) {
      const headers = { 'content-type': contentType, 'idempotency-key': token };
      const bounds = { timeLimitMs: callMs, bytesMax: BYTES_MAX[result], signal };
      return readPaid(await api({ method: 'POST', path, headers, body, ...bounds }), READ[result]);
    },
    lookup: () => Promise.reject(new Error('this dialect has no look-up')),
    cancel: () => Promise.reject(new Error('this dialect has no cancel')),
    classify: (error) => classify(error, refusedStatuses),
  };
}
