/** A pack with a catalog that plans calls of it, and a worker in this process that runs them. */
import { createCatalogMaker, ownTool, PRICE_TABLE, priceVersionOf, SAMPLE_FILES } from '@farebox/catalog';
import { SAMPLES } from '@farebox/files';
import { readForTest } from '@farebox/tools/testing';
import type { InputFile } from '@farebox/worker';
import { type Fixture, openFixture, type Step } from './fixture.ts';
import { openPack, type Pack, type PackFault, type PackName } from './pack.ts';

export interface PackShop extends AsyncDisposable {
  readonly pack: Pack;
  readonly fixture: Fixture;
  /** A call with the arguments of the example. */
  readonly call: (environment?: 'live' | 'test') => Step;
}

export async function openPackShop(name: PackName, fault?: PackFault): Promise<PackShop> {
  const pack = await openPack(name, fault);
  const tool = readForTest(pack.manifest);
  const fixture = await openFixture({
    tools: [tool],
    env: { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '4', ...pack.env },
  });
  return {
    pack,
    fixture,
    call(environment = 'live') {
      const { operation, parameters, inputs } = planned(pack.manifest, environment === 'test');
      return fixture.step(operation, parameters, inputs);
    },
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await pack[Symbol.asyncDispose]();
    },
  };
}

/** The quote of the example. */
export function quotedPack(manifest: Pack['manifest'], { version = 1, isTest = false } = {}) {
  const tool = readForTest(manifest);
  const own = [ownTool(tool, version)];
  const base = { table: PRICE_TABLE, version: priceVersionOf(PRICE_TABLE) };
  const catalog = createCatalogMaker({ rehearsal: false, isTest })({ ...base, own });
  const prepared = catalog.prepare({ tool: tool.manifest.name, arguments: tool.manifest.example });
  if (!prepared.ok) throw new Error(prepared.message);
  const quoted = catalog.quote(prepared, new Map(SAMPLE_FILES.map((sample) => [sample.id, sample])));
  if (!quoted.ok) throw new Error(quoted.message);
  return { ...quoted, priceVersion: base.version };
}

function planned(manifest: Pack['manifest'], isTest: boolean) {
  const [step] = quotedPack(manifest, { isTest }).plan;
  if (step === undefined) throw new Error('no step');
  const { operation, parameters, inputs } = step;
  const files = Object.entries(inputs).map(([field, ref]) => [field, inputOf(ref)] as const);
  return { operation, parameters, inputs: Object.fromEntries(files) };
}

function inputOf(ref: object): InputFile {
  const sample = 'fileId' in ref ? SAMPLES.get(String(ref.fileId)) : undefined;
  if (sample === undefined) throw new Error('an example names sample files');
  return { fileId: sample.id, path: sample.path, mimeType: sample.mimeType, sizeBytes: sample.sizeBytes };
}
