/** Own tools for tests of this package, and a catalog that offers them. */
import { readManifest } from '@farebox/manifest';
import { type Catalog, createCatalogMaker, type PricedBy } from '../catalog.ts';
import { SAMPLE_FILES } from '../files/samples.ts';
import { type OwnTool, ownTool } from '../own/tool.ts';
import { PRICE_TABLE } from '../prices/table.ts';
import { priceVersionOf } from '../prices/version.ts';

type Members = Readonly<Record<string, unknown>>;

const file = (title: string) => ({ title, $ref: 'farebox:file' });

/** A tool that redraws a picture, for 800 micro-USD the started megapixel. */
export const MANIFEST: Members = {
  farebox: 1,
  name: 'acme-redraw',
  title: 'Redraw a picture',
  description: 'Makes one PNG of the size of the picture.',
  category: 'image',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['source'],
    properties: { source: file('Picture'), strength: { type: 'integer', minimum: 1, maximum: 3, default: 2 } },
  },
  example: { source: { fileId: 'file_sample_photo' } },
  files: { '/source': { mimeTypes: ['image/jpeg', 'image/png'], pixelsMax: 40_000_000 } },
  output: { artifacts: [{ mimeTypes: ['image/png'], size: { like: '/source' } }] },
  price: {
    unit: 'megapixel',
    unitPriceMicros: 800,
    minimumChargeMicros: 1_000,
    units: { ceil: { div: [{ fact: '/source', of: 'pixels' }, 1_000_000] } },
    onFailure: 'none',
  },
  runner: {
    kind: 'http',
    url: 'https://gpu.acme.example/farebox/v1',
    secret: 'acme-runner',
    maxRuntimeSeconds: 120,
    concurrency: 8,
  },
  test: { simulate: { units: 2, artifacts: [{ fileId: 'file_sample_drawing' }] } },
};

/** @param changes members that replace those of the manifest. */
export function own(changes: Members = {}, version = 1): OwnTool {
  const read = readManifest({ ...MANIFEST, ...changes }, { samples: SAMPLE_FILES });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return ownTool(read, version);
}

export const BASE_VERSION = priceVersionOf(PRICE_TABLE);

const maker = createCatalogMaker({ rehearsal: true });
const testMaker = createCatalogMaker({ rehearsal: true, isTest: true });

export const catalogWith = (
  tools: readonly OwnTool[],
  priced: Partial<PricedBy> & { isTest?: boolean } = {},
): Catalog =>
  (priced.isTest === true ? testMaker : maker)({ table: PRICE_TABLE, version: BASE_VERSION, own: tools, ...priced });
