/** The own tools of a mix: their manifests, and the operator who publishes them. What was published is evidence. */
import { setTimeout as pause } from 'node:timers/promises';
import { sessionOf } from '../system/operators.ts';
import type { Runner } from '../system/runner.ts';
import type { System } from '../system/system.ts';
import { PAGES_MAX } from './own-kinds.ts';
import { ask } from './request.ts';
import type { Tally } from './drive.ts';

/** A version of a tool as its team wrote it. */
export interface OwnTool {
  readonly name: string;
  readonly version: number;
  readonly manifest: object;
}

interface Wanted {
  readonly name: string;
  readonly kind: 'http' | 'pull';
  readonly idempotent: boolean;
  readonly onFailure: 'none' | 'stated';
  /** Reads a picture and makes one; its units follow from the arguments. Otherwise the runner reports them. */
  readonly redraws: boolean;
  readonly unitPriceMicros: number;
}

/** A runner of a name with `-once` does what it is sent as often as it is sent. */
const WANTED: readonly Wanted[] = [
  { name: 'chaos-read', kind: 'http', idempotent: true, onFailure: 'stated', redraws: false, unitPriceMicros: 210 },
  { name: 'chaos-read-once', kind: 'http', idempotent: false, onFailure: 'none', redraws: false, unitPriceMicros: 230 },
  { name: 'chaos-redraw', kind: 'http', idempotent: true, onFailure: 'none', redraws: true, unitPriceMicros: 250 },
  {
    name: 'chaos-redraw-once',
    kind: 'http',
    idempotent: false,
    onFailure: 'stated',
    redraws: true,
    unitPriceMicros: 270,
  },
  { name: 'chaos-claim', kind: 'pull', idempotent: true, onFailure: 'none', redraws: true, unitPriceMicros: 290 },
  {
    name: 'chaos-claim-once',
    kind: 'pull',
    idempotent: false,
    onFailure: 'stated',
    redraws: false,
    unitPriceMicros: 310,
  },
];

const MINIMUM_MICROS = 500;
const SIZE = { pixelsMax: 1_000_000, sideMax: 2000, sizeBytesMax: 5_000_000 };
const PNG = { mimeTypes: ['image/png'] };
/** A run that never ends by itself is stopped soon; sooner if it keeps a worker until its runner asks. */
const RUNTIME_SECONDS = { http: 30, pull: 20 } as const;
const CONCURRENCY = 50;

function manifestFor({ name, redraws, ...own }: Wanted, { url, secretName }: Runner): object {
  const source = { fileId: 'file_sample_drawing' };
  const made = { result: { type: 'object' }, ...(redraws ? { artifacts: [{ ...PNG, size: SIZE }] } : {}) };
  const pages = { arg: '/pages' };
  return {
    farebox: 1,
    name,
    title: 'A tool of the chaos run',
    description: 'Its runner misbehaves as it is told.',
    category: 'image',
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['told', 'pages', ...(redraws ? ['source'] : [])],
      properties: {
        told: { type: 'string', maxLength: 60 },
        pages: { type: 'integer', minimum: 1, maximum: PAGES_MAX },
        ...(redraws ? { source: { $ref: 'farebox:file' } } : {}),
      },
    },
    example: { told: 'an example', pages: 1, ...(redraws ? { source } : {}) },
    ...(redraws ? { files: { '/source': { ...PNG, pixelsMax: 1_000_000 } } } : {}),
    output: made,
    price: {
      unit: 'run',
      unitPriceMicros: own.unitPriceMicros,
      minimumChargeMicros: MINIMUM_MICROS,
      units: redraws ? { ceil: pages } : { reported: 'pages', max: pages },
      onFailure: own.onFailure,
    },
    runner: {
      kind: own.kind,
      ...(own.kind === 'http' ? { url, secret: secretName } : {}),
      idempotent: own.idempotent,
      maxRuntimeSeconds: RUNTIME_SECONDS[own.kind],
      concurrency: CONCURRENCY,
    },
    test: { simulate: { result: { read: 1 }, units: 1, ...(redraws ? { artifacts: [source] } : {}) } },
  };
}

const ATTEMPTS_MAX = 100;
const PAUSE_MS = 300;
const POLL_MS = 50;
/** For good: a manifest that is wrong, and an operator who may not publish. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

interface Shop {
  readonly system: Pick<System, 'operatorUrls' | 'secrets'>;
  readonly runner: Runner;
}

/** Publishes and activates the tools. @param round from 0: each has other prices. */
export async function publishOwnTools({ system, runner }: Shop, round = 0): Promise<OwnTool[]> {
  const token = await sessionOf(system, 'operator-1');
  const tools: OwnTool[] = [];
  for (const wanted of WANTED) {
    const unitPriceMicros = wanted.unitPriceMicros + round;
    const manifest = manifestFor({ ...wanted, unitPriceMicros }, runner);
    const body = JSON.stringify({ manifest, activate: true, reason: 'chaos: an own tool' });
    const { version } = (await acted({ system, token, path: '/own-tools', body })) as { readonly version: number };
    tools.push({ name: wanted.name, version, manifest });
  }
  return tools;
}

/** The keys with which the runner asks for work, made once for each tool of kind pull, which must be published. */
export async function openToPull({
  system,
  runner,
}: Shop & { readonly system: Pick<System, 'gatewayUrls'> }): Promise<void> {
  const token = await sessionOf(system, 'operator-1');
  const keys: Record<string, string> = {};
  for (const { name } of WANTED.filter(({ kind }) => kind === 'pull')) {
    const body = JSON.stringify({ name: 'chaos', reason: 'chaos: a runner that asks' });
    const data = await acted({ system, token, path: `/own-tools/${name}/runner-keys`, body });
    keys[name] = (data as { readonly token: string }).token;
  }
  runner.pullFrom(system.gatewayUrls, keys);
}

interface Meanwhile extends Shop {
  readonly tally: Pick<Tally, 'begun'>;
  /** Executions that the run begins. */
  readonly executions: number;
}

/** The teams raise their prices after half of the executions. */
export async function publishOwnMeanwhile(
  { tally, executions, ...shop }: Meanwhile,
  over: AbortSignal,
): Promise<OwnTool[]> {
  while (tally.begun < executions / 2 && !over.aborted) await pause(POLL_MS);
  return await publishOwnTools(shop, 1);
}

interface Act {
  readonly system: Pick<System, 'operatorUrls'>;
  readonly token: string;
  readonly path: string;
  readonly body: string;
}

/** After a lost response it is done again: the same content is the same version, and a key that nobody has does no harm. */
async function acted({ system: { operatorUrls }, token, path, body }: Act): Promise<object> {
  for (let attempt = 0; ; attempt++) {
    const url = `${operatorUrls[attempt % operatorUrls.length]}${path}`;
    const reply = await ask({ method: 'POST', url, token, body });
    if (reply.kind === 'replied' && reply.status === 200) return (JSON.parse(reply.text) as { data: object }).data;
    if (attempt === ATTEMPTS_MAX || (reply.kind === 'replied' && REFUSED.has(reply.status)))
      throw new Error(`${path} was not done for an own tool: ${JSON.stringify(reply)}`);
    await pause(PAUSE_MS);
  }
}

/** Resolves when each gateway offers the tools. */
export async function untilOffered(
  { gatewayUrls }: Pick<System, 'gatewayUrls'>,
  tools: readonly OwnTool[],
  token: string,
): Promise<void> {
  for (const url of gatewayUrls)
    for (let attempt = 0; ; attempt++) {
      const reply = await ask({ method: 'GET', url: `${url}/tools`, token });
      const text = reply.kind === 'replied' ? reply.text : '';
      if (tools.every(({ name }) => text.includes(`"name":"${name}"`))) break;
      if (attempt === ATTEMPTS_MAX)
        throw new Error(`${url} does not offer the own tools: ${text.slice(0, ATTEMPTS_MAX)}`);
      await pause(PAUSE_MS);
    }
}
