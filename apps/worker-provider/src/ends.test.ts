/**
 * Every tool on an external service behaves at a cancel and at a failure as the catalog states, tested on the
 * simulator.
 */
import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { type JsonObject, type StepPlan, createCatalog, providerOffersOf } from '@farebox/catalog';
import { SAMPLES } from '@farebox/files';
import { readConfig } from '@farebox/kernel';
import { simulatorSettings } from '@farebox/simulator';
import { CancelledExternally, type InputFile, OperationFailure } from '@farebox/worker';
import { expect, test, vi } from 'vitest';
import { providerFields } from './config.ts';
import { type Fixture, type Step, inputFile, openFixture } from './testing/fixture.ts';

const WAIT = { timeout: 60_000 };
const settings = simulatorSettings('http://127.0.0.1:1');
const catalog = createCatalog({
  rehearsal: false,
  providers: providerOffersOf(readConfig(providerFields(settings), settings)),
});
const { tools } = catalog.describe({ executionEnabled: true });

function planOf(tool: string, example: JsonObject): readonly StepPlan[] {
  const prepared = catalog.prepare({ tool, arguments: example });
  if (!prepared.ok) throw new Error(`${tool}: ${JSON.stringify(prepared)}`);
  const quote = catalog.quote(prepared, SAMPLES);
  if (!quote.ok) throw new Error(`${tool}: ${JSON.stringify(quote)}`);
  return quote.plan;
}

const external = tools.flatMap(({ name, example, ...ends }) => {
  const [step, ...others] = planOf(name, example as JsonObject);
  return step?.engine === 'provider' && others.length === 0 ? [{ name, step, ...ends }] : [];
});

/** Sets the simulator's response to every call of this fixture. */
async function openShop(behaviour: string): Promise<Fixture> {
  const shop = await openFixture({ env: { FAREBOX_PROVIDER_CALL_SECONDS: '60' } });
  const script = { next: [], mix: { seed: 1, weights: { [behaviour]: 1 } } };
  const reply = await fetch(`${shop.url}/_simulator/script`, { method: 'PUT', body: JSON.stringify(script) });
  expect(reply.ok).toBe(true);
  return shop;
}

async function stepOf(shop: Fixture, { operation, parameters, inputs }: StepPlan): Promise<Step> {
  const files = await Promise.all(
    Object.entries(inputs).map(async ([field, ref]) => [field, await sample(shop, ref)] as const),
  );
  return shop.step(operation, parameters, Object.fromEntries(files));
}

async function sample(shop: Fixture, ref: StepPlan['inputs'][string]): Promise<InputFile> {
  const file = 'fileId' in ref ? SAMPLES.get(ref.fileId) : undefined;
  if (file === undefined) throw new Error('an example names sample files');
  const bytes = await readFile(file.path);
  return inputFile(shop.directory, { name: basename(file.path), mimeType: file.mimeType, bytes });
}

test('exactly the tools on an external service, and pipelines that can contain them, can cost something when they fail', () => {
  const named = tools.filter(({ chargesOnFailure }) => chargesOnFailure).map(({ name }) => name);
  expect(named).toEqual([...external.map(({ name }) => name), 'pipeline']);
});

test.each(external)(
  'a cancel of $name stops it after its start: $cancellableAfterStart; otherwise it is delivered and paid',
  async ({ step: plan, cancellableAfterStart }) => {
    // A service without cancel responds in its own time; with `hang` it would never end.
    await using shop = await openShop(cancellableAfterStart ? 'hang' : 'slow(500)');
    const step = await stepOf(shop, plan);
    const running = step.run().catch((error: unknown) => error);
    await vi.waitFor(() => expect([shop.calls.length, step.journal.phase]).toEqual([1, begun(plan)]), WAIT);
    step.stop('cancel');
    const ended = await running;
    const [isStopped, isDelivered] = [ended instanceof CancelledExternally, 'units' in Object(ended)];
    expect([isStopped, isDelivered]).toEqual([cancellableAfterStart, !cancellableAfterStart]);
    const [cost] = shop.costs();
    expect(ended).toMatchObject({ costMicros: BigInt(cost?.costMicros ?? -1) });
  },
);

/** A service that names its calls is cancelled by that name. */
const begun = ({ parameters }: StepPlan): string => (parameters['provider'] === 'openai' ? 'dispatching' : 'submitted');

test.each(external)('a failure of $name that the service bills is charged', async ({ step: plan }) => {
  await using shop = await openShop('moderated-billed');
  const failure: unknown = await (await stepOf(shop, plan)).run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperationFailure);
  const [cost] = shop.costs();
  expect(cost?.costMicros).toBeGreaterThan(0);
  expect(failure).toMatchObject({ reason: 'content_rejected', costMicros: BigInt(cost?.costMicros ?? -1) });
});
