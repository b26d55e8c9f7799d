/** Sells calls of an own tool in the sound run: its success and its failure become runs of one runner. Only tests use it. */
import { bodySha256Of, canonicalOf, type Json, sha256Of } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import type { Mutable } from './mutable.ts';
import { type Manifest, type OwnTool, OWN_OPERATION, ownVersionOf } from './own-tools.ts';
import { reorder } from './reordered.ts';
import type { RunLine } from './runs.ts';
import { showRows } from './sound-beside.ts';
import { VERSION } from './sound-orders.ts';

const EFFECT = '2026-11-21T08:00:02.000Z';
const NAME = 'acme-read';
const SIZE = { sideMax: 2000, sizeBytesMax: 5000 };
const PNG = ['image/png'];

const MANIFEST: Manifest = {
  price: {
    unit: 'image',
    unitPriceMicros: 100,
    minimumChargeMicros: 100,
    units: { reported: 'pages', max: { arg: '/pages' } },
    onFailure: 'stated',
  },
  output: { artifacts: [{ mimeTypes: PNG, size: SIZE }] },
  runner: {},
};

const inputOf = (behaviour: string): Json => ({ told: `#run:${behaviour}`, pages: 4 });

const planFor = (input: Json) => ({
  engine: 'provider',
  operation: OWN_OPERATION,
  parameters: {
    tool: NAME,
    version: 1,
    arguments: input,
    files: [],
    outputs: [{ mimeTypes: PNG, ...SIZE }],
    unitsMax: 4,
    provider: `tool-${NAME}`,
    model: '1',
  },
  inputs: {},
  price: { unit: 'image', unitPriceMicros: '100', unitsMax: 4 },
});

/** Lines of the runner; the digest is of the file of the sound run. */
function bookOf(token: string, input: Json, reply: Json): RunLine[] {
  const limits = { deadline: EFFECT, unitsMax: 4, costMaxUsd: '0.000400' };
  const start = {
    protocol: 1,
    tool: NAME,
    version: 1,
    arguments: input,
    inputs: [],
    outputs: [{ mimeTypes: PNG, sizeBytesMax: SIZE.sizeBytesMax }],
    limits,
  };
  const puts = reply['status'] === 'succeeded' ? [{ at: EFFECT, kind: 'put', token, sha256: 'abc' } as const] : [];
  return [
    { at: EFFECT, kind: 'begun', token, body: JSON.stringify(start) },
    ...puts,
    { at: EFFECT, kind: 'said', token, reply },
  ];
}

const DONE = { status: 'succeeded', artifacts: [{ put: 0 }], result: { read: 4 }, units: 2.5 };
const FAILED = { status: 'failed', reason: 'content_rejected', billed: true };

const PUBLICATION = {
  chain: 'platform',
  at: EFFECT,
  actor_kind: 'operator',
  actor: 'operator-1',
  act: 'tool.publish',
  project: null,
  target: NAME,
  before: null,
  reason: 'a tool',
  idempotency_key: null,
} as const;

interface Changes {
  /** Changes of the price. */
  readonly price?: Partial<Manifest['price']>;
  readonly runner?: Manifest['runner'];
}

export function sellAnOwnTool(evidence: Mutable<Evidence>, { price = {}, runner = {} }: Changes = {}): void {
  const { run, toolVersions, costs, recordedCosts, steps, loggedActs } = evidence;
  const manifest = { ...MANIFEST, price: { ...MANIFEST.price, ...price }, runner };
  const tool: OwnTool = { name: NAME, version: 1, manifest };
  run.ownTools = structuredClone([tool]) as Mutable<OwnTool>[];
  toolVersions.push({ name: NAME, version: 1, manifest: canonicalOf(tool.manifest) });
  loggedActs.push({ ...PUBLICATION, after: { latestVersion: 1 } });
  costs.splice(0, 2);
  const ends = { exe_1: { ...DONE, cost: { usd: '0.000200' } }, exe_2: { ...FAILED, cost: { usd: '0.000050' } } };
  for (const [id, reply] of Object.entries(ends)) buy(evidence, id, reply);
  for (const row of recordedCosts) Object.assign(row, { derived_micros: 0, provider: `tool-${NAME}`, model: '1' });
  steps[0]!.result = { read: 4 };
  showRows(evidence);
}

/** The execution becomes a run of the tool, whose runner ends it so. */
function buy(evidence: Mutable<Evidence>, id: string, reply: Json): void {
  const input = inputOf(reply['status'] === 'succeeded' ? 'ok' : 'fails');
  reorder(evidence, id, { tool: NAME, arguments: input, model: null, plan: [planFor(input)] });
  priceAt(evidence, id, ownVersionOf(VERSION, evidence.run.ownTools));
  evidence.runs.push(...(bookOf(`${id}.0`, input, reply) as Mutable<RunLine>[]));
}

/** The execution under review becomes a run that its runner fails. */
export const buyReviewed = (evidence: Mutable<Evidence>): void =>
  buy(evidence, 'exe_3', { ...FAILED, cost: { usd: '0.000050' } });

function priceAt({ executions, client }: Mutable<Evidence>, id: string, priceVersion: string): void {
  const execution = executions.find((each) => each.id === id)!;
  for (const said of client.filter(
    ({ idempotencyKey, sent }) => sent && idempotencyKey === execution.idempotency_key,
  )) {
    said.sent!.priceVersion = said.quoted!.priceVersion = priceVersion;
    said.bodySha256 = sha256Of(JSON.stringify(said.sent));
    execution.body_sha256 = bodySha256Of(said.sent);
  }
  execution.price_version = priceVersion;
}

type Kind = RunLine['kind'];

/** The line of this kind in the book of the success, or of another one. */
export const lineOf = <K extends Kind>({ runs }: Mutable<Evidence>, kind: K, token = 'exe_1.0') =>
  runs.find((line) => line.kind === kind && line.token === token) as Mutable<Extract<RunLine, { kind: K }>>;

/** Changes what the runner said at the end. */
export const say = (evidence: Mutable<Evidence>, own: Json, token = 'exe_1.0'): unknown =>
  Object.assign(lineOf(evidence, 'said', token).reply, own);

/** Changes what the runner was sent. */
export function send(evidence: Mutable<Evidence>, own: Json): void {
  const line = lineOf(evidence, 'begun');
  line.body = JSON.stringify({ ...(JSON.parse(line.body) as Json), ...own });
}
