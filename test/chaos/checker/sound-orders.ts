/** The orders of the sound run: what its clients asked for, were quoted and were shown. Starting point of the checks' tests. */
import { bodySha256Of, type Json, sha256Of } from './canonical.ts';
import type { Cost, Execution, Quoted, Said } from './evidence.ts';
import { endedFacts } from './shown.ts';
import type { Planned, SavedTemplate, Shown, Sold } from './sold.ts';

export const AT = '2026-11-21T08:00:00.000Z';
export const VERSION = '2026-11-21.0123abcd';

export const QUOTED: Quoted = {
  priceVersion: VERSION,
  model: 'standard',
  minimumMicros: 100,
  maximumMicros: 400,
  lines: [['image', 100, 4, 400]],
};

/** Directives to the provider of each execution. */
const DIRECTIVES: Readonly<Record<string, string>> = { exe_1: 'ok', exe_2: 'moderated-billed', exe_3: 'hang' };

export const inputOf = (directive: string): Json => ({ prompt: `#sim:${directive} a lighthouse`, size: '512x512' });
const inputFor = (id: string): Json => inputOf(DIRECTIVES[id] ?? 'ok');

export const bodyOf = (asked: { readonly tool: string; readonly arguments: Json }) => ({
  ...asked,
  priceVersion: VERSION,
  maximumChargeMicros: 400,
});
const bodyFor = (id: string) => bodyOf({ tool: 'image-generate', arguments: inputFor(id) });

const PRICE = { unit: 'image', unitPriceMicros: '100', unitsMax: 4 };

export const planFor = (input: Json): Planned => ({
  engine: 'provider',
  operation: 'generate-image',
  parameters: { ...input, provider: 'openai', model: 'sim-image' },
  inputs: {},
  price: PRICE,
});

/** Terms with which an execution of the sound run was accepted. */
export const acceptedAs = (id: string) => ({
  tool: 'image-generate',
  model: 'standard',
  price_version: VERSION,
  plan: [planFor(inputFor(id))],
  body_sha256: bodySha256Of(bodyFor(id)),
});

export const workFor = (input: Json): NonNullable<Cost['work']> => {
  const prompt = String(input['prompt']);
  return { kind: 'picture', width: 512, height: 512, seed: sha256Of(`${prompt.length} ${prompt}`).slice(0, 32) };
};
export const workOf = (id: string) => workFor(inputFor(id));

export function asked(request: number, id: string, reply: Partial<Said>): Said[] {
  const idempotencyKey = `key-${id}`;
  const sent = bodyFor(id);
  const agreed = { sent, bodySha256: sha256Of(JSON.stringify(sent)), quoted: QUOTED, ceilingMicros: 400 };
  return [
    { at: AT, request, act: 'execute', projectId: 'proj_1', lineage: 0, idempotencyKey, ...agreed },
    { at: AT, replyTo: request, status: 202, id, executionStatus: 'queued', chargedMicros: null, ...reply },
  ];
}

const priced = (name: string, unit: string, price: number) => ({
  name,
  price: { unit, unitPriceMicros: price, minimumChargeMicros: price },
  models: [],
});

/** The catalog as a client read it. */
export const CATALOG: readonly Said[] = [
  { at: AT, request: 90, act: 'catalog', projectId: 'proj_1', lineage: 0 },
  {
    at: AT,
    replyTo: 90,
    status: 200,
    data: {
      priceVersion: VERSION,
      tools: [
        priced('image-generate', 'image', 100),
        priced('audio-transcribe', 'image', 100),
        priced('audio-convert', 'second', 0),
        priced('video-clip', 'second', 0),
        { ...priced('pipeline', 'step', 0) },
      ],
    },
  },
];

const PARAMETERS = { prompt: {} };
const step = (size: string) => ({ tool: 'image-generate', arguments: { prompt: { $parameter: 'prompt' }, size } });
/** Both versions cost the same. */
export const TEMPLATES: readonly SavedTemplate[] = ['512x512', '256x256'].map((size, index) => ({
  name: 'chaos',
  version: index + 1,
  content: { parameters: PARAMETERS, steps: [step(size)] },
}));

const BEGUN = '2026-11-20T00:00:00+00:00';
const table = { prices: { tools: {} }, cancelled_at: null } as const;

/** @param success the execution that responses show. */
export function sold(success: Execution): Sold {
  const data = {
    ...endedFacts(success),
    startedAt: success.started_at,
    steps: [{ engine: 'provider', status: success.status, chargedMicros: 300 }],
    billing: success.billing,
  };
  const ways = ['list', 'poll', 'read'] as const;
  return {
    priceTables: [{ ...table, version: VERSION, effective_at: BEGUN, superseded_at: null }],
    published: [],
    templates: TEMPLATES.map((each) => ({ ...structuredClone(each), project_id: 'proj_1' })),
    shown: ways.map((via): Shown => ({ via, id: success.id, sha256: via === 'list' ? null : 'abc', data })),
    batchStates: [],
  };
}
