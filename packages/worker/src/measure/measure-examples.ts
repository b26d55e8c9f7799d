/**
 * Measures the cost of the catalog's examples on this machine. Each runs as in a worker, and the processor time of all
 * processes counts. For the price page (test/bench/prices); no worker in production calls it.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StepPlan, createCatalog } from '@farebox/catalog';
import { SAMPLES } from '@farebox/files';
import type { Engine } from '@farebox/kernel';
import type { InputFile, LocalOperation } from '../operation.ts';

export interface MeasuredCost {
  /** Units of the example, in the unit of its price. */
  readonly units: number;
  readonly cpuSeconds: number;
}

export interface Measuring {
  readonly engine: Engine;
  readonly operations: Readonly<Record<string, LocalOperation>>;
  /** Called for an example that did not run. The page then says that it was not measured. */
  readonly onFailure: (example: string, error: unknown) => void;
}

/** The median of these runs counts, after one warm-up run. */
const RUNS = 3;

/** `tool` or `tool/model` → cost of its example, for the tools whose one step runs on this engine. */
export async function measureExamples(measuring: Measuring): Promise<Readonly<Record<string, MeasuredCost>>> {
  const measured: Record<string, MeasuredCost> = {};
  for (const [example, step] of examplesOf(measuring.engine)) {
    try {
      measured[example] = await measure(step, measuring);
    } catch (error) {
      measuring.onFailure(example, error);
    }
  }
  return measured;
}

function examplesOf(engine: Engine): readonly (readonly [string, StepPlan])[] {
  const catalog = createCatalog({ rehearsal: false });
  return catalog.tools.flatMap(({ name: tool, example, models }) => {
    const uses =
      models.length === 0
        ? [{ name: tool, example }]
        : models.map((model) => ({ ...model, name: `${tool}/${model.name}` }));
    return uses.flatMap((use) => {
      const prepared = catalog.prepare({ tool, arguments: use.example });
      const quote = prepared.ok ? catalog.quote(prepared, SAMPLES) : prepared;
      if (!quote.ok) throw new Error(`the example of ${use.name} has no quote: ${quote.message}`);
      const [step, ...others] = quote.plan;
      return step?.engine === engine && others.length === 0 ? [[use.name, step] as const] : [];
    });
  });
}

async function measure(step: StepPlan, measuring: Measuring): Promise<MeasuredCost> {
  const runs: MeasuredCost[] = [];
  for (let run = 0; run <= RUNS; run++) runs.push(await runOnce(step, measuring));
  const [, ...warm] = runs;
  return warm.toSorted((one, other) => one.cpuSeconds - other.cpuSeconds)[Math.floor(RUNS / 2)] as MeasuredCost;
}

async function runOnce({ operation, parameters, inputs }: StepPlan, { operations }: Measuring): Promise<MeasuredCost> {
  const run = operations[operation];
  if (run === undefined) throw new Error(`this engine has no operation ${operation}`);
  const directory = await mkdtemp(join(tmpdir(), 'farebox-measure-'));
  let meteredSeconds = 0;
  const [own, ended] = [process.cpuUsage(), endedChildrenSeconds()];
  try {
    const { units } = await run({
      projectId: 'measured',
      organizationId: 'measured',
      parameters,
      inputs: Object.fromEntries(Object.entries(inputs).map(([field, ref]) => [field, sampleOf(ref)])),
      directory,
      signal: new AbortController().signal,
      usedCpu: (seconds) => (meteredSeconds += seconds),
      onProgress: () => {},
    });
    const { user, system } = process.cpuUsage(own);
    // The sandbox meters a persistent child, but may miss the last moment of one that ends, which the kernel counts.
    const childrenSeconds = Math.max(meteredSeconds, endedChildrenSeconds() - ended);
    return { units, cpuSeconds: (user + system) / 1e6 + childrenSeconds };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function sampleOf(ref: StepPlan['inputs'][string]): InputFile {
  const sample = 'fileId' in ref ? SAMPLES.get(ref.fileId) : undefined;
  if (sample === undefined) throw new Error('the files of an example are samples');
  const { id: fileId, path, mimeType, sizeBytes, width, height } = sample;
  return { fileId, path, mimeType, sizeBytes, ...(width && height ? { width, height } : {}) };
}

const TICKS_PER_SECOND = 100;

/**
 * Fields 16 and 17 of Linux's stat: user and system time of children that were waited for, including their own such
 * children.
 */
function endedChildrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
