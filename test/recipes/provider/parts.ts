/**
 * The files that a newcomer writes for the provider `words`, whose service answers `POST /lines {model, prompt}` with `{text,
 * usage: {cost}}`: a tool, its operation, the adapter, and the dialect in the simulator. They are strings, because they are
 * written into a copy of the project.
 */
export const TOOL = `/** line-write: for a test of the recipe. */
import { Type, type Static } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import { modelArgument, promptArgument } from '../../providers/schema.ts';
import { type Defaulted, defineTool, oneStep } from '../../tool.ts';

const lineSchema = Type.Object({ prompt: promptArgument('What it is about.'), model: modelArgument(['standard'], 'Quality.') }, closedInput);
const example = { prompt: 'the sea', model: 'standard' } as const;

export const lineWrite = defineTool<Defaulted<Static<typeof lineSchema>, 'model'>>({
  name: 'line-write',
  title: 'Write a line',
  description: 'Writes a line.',
  category: 'image',
  inputSchema: lineSchema,
  example,
  models: [{ name: 'standard', description: 'The one there is.', example }],
  maxRuntimeSeconds: 60,
  provider: 'words',
  modelOf: ({ model }) => model,
  fileUses: () => [],
  plan: ({ prompt }) =>
    oneStep({ name: 'write', operation: 'write-line', parameters: { prompt }, inputs: {}, description: 'Line', unitsMax: 1, outputs: [] }),
});
`;

export const DECLARATION = `/** \`write-line\`: for a test of the recipe. */
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const writeLine = paidOperation({ parameters: { prompt: text }, inputs: [], artifacts: 'none' });
`;

export const PRICE = `    'line-write': {
      unit: 'run',
      minimumChargeMicros: '700',
      unitPriceMicros: '700',
      description: 'Each line.',
      models: { standard: { minimumChargeMicros: '700', unitPriceMicros: '700', description: 'Each line.' } },
    },
`;

export const ADAPTER = `/** The dialect of \`words\`: for a test of the recipe. One request, one response; nothing to look up and nothing to cancel. */
import type { Adapter } from '../../adapter.ts';
import type { AdapterOptions } from '../options.ts';
import { member, textMember } from '../../http/json.ts';
import { JSON_BYTES_MAX, type ProviderApi } from '../../http/provider-api.ts';
import { statedCost } from '../../http/usd.ts';
import { classify, jsonOf } from '../provider-error.ts';

export interface LineRequest {
  readonly model: string;
  readonly prompt: string;
}

export const createWordsAdapter = ({ provider, api, idempotency, refusedStatuses, callMs }: AdapterOptions): Adapter<LineRequest> => ({
  provider,
  supports: { idempotency, lookupByToken: false, lookupByRef: false, cancel: false, synchronous: true },
  async submit(token, request, signal) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': token };
    const bounds = { timeLimitMs: callMs, bytesMax: JSON_BYTES_MAX, signal };
    const body = jsonOf(await api({ method: 'POST', path: '/lines', headers, body: JSON.stringify(request), ...bounds }));
    const output = { files: [], text: textMember(body, 'text') };
    return { kind: 'succeeded', ref: null, output, cost: statedCost(member(member(body, 'usage'), 'cost')) };
  },
  lookup: () => Promise.reject(new Error('this dialect has no look-up')),
  cancel: () => Promise.reject(new Error('this dialect has no cancel')),
  classify: (error) => classify(error, refusedStatuses),
});
`;

export const OPERATION = `/** \`write-line\`: for a test of the recipe. */
import type { LineRequest } from '../adapters/words/adapter.ts';
import { checkedText } from '../output/text.ts';
import { DEFAULT_TARIFFS } from '../tariff/tariffs.ts';
import type { PaidStep } from './paid-operation.ts';

export const writeLine: PaidStep<'write-line', LineRequest> = {
  operation: 'write-line',
  defaultTariff: DEFAULT_TARIFFS['write-line'],
  usage: () => ({}),
  request: ({ parameters: { model, prompt } }) => ({ model, prompt }),
  deliver: ({ text }) => ({ artifacts: [], result: { text: checkedText(text) }, units: 1 }),
};
`;

export const DIALECT = `/** The dialect of \`words\`: for a test of the recipe. */
import { digestOf } from '../call.ts';
import { json, errorResponse, type HttpResponse, type Reply } from '../http/response.ts';
import { type SimulatorRequest, jsonBody, textField } from '../http/request.ts';
import type { Effect } from '../journal/effects.ts';
import { type Desk, takeCall } from '../paid-call.ts';
import { statedCost } from '../price.ts';
import { endedMsAgo, progressOf } from '../progress.ts';

export function wordsReply(request: SimulatorRequest, path: string, desk: Desk): Reply | null {
  if (request.method !== 'POST' || path !== '/lines') return null;
  const body = jsonBody(request);
  const [model, text] = [textField(body, 'model'), textField(body, 'prompt')];
  const work = { kind: 'transcript', words: \`A line about \${text}.\`, seconds: 3 } as const;
  const call = { provider: 'words', token: request.token, model, text, work, digest: digestOf(request.path, request.body) } as const;
  return takeCall(call, desk, replyOf);
}

function replyOf(effect: Effect): Reply {
  const progress = progressOf(effect, Date.now());
  if ('readyInMs' in progress && progress.readyInMs === null) return { kind: 'silence' };
  const httpResponse = progress.kind === 'moderated' ? MODERATED : lineOf(effect);
  return { kind: 'httpResponse', httpResponse, afterMs: 'readyInMs' in progress ? (progress.readyInMs ?? 0) : 0 };
}

const MODERATED = errorResponse(400, { code: 'content_policy', message: 'refused' });

function lineOf(effect: Effect): HttpResponse {
  const text = effect.work.kind === 'transcript' ? effect.work.words : '';
  return json(200, { text, usage: { cost: statedCost(effect, endedMsAgo(effect, Date.now())) } });
}
`;
