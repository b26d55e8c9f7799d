/**
 * Tests that a quote is a ceiling, for the tools of a worker app: generated arguments over real files, run by its real
 * operations. Production code never imports it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalog, FileFacts, StepPlan } from '@farebox/catalog';
import { type Made, anyArguments, breachesOf, promisedOf, type toolsOf } from '@farebox/catalog/testing';
import fc from 'fast-check';
import { type InputFile, type LocalOperation, OperationFailure } from '../operation.ts';

export { toolsOf } from '@farebox/catalog/testing';

/** A file as an upload stores it, on local disk. */
export type SourceFile = FileFacts & { readonly path: string };

export interface Checked {
  readonly catalog: Catalog;
  readonly tool: ReturnType<typeof toolsOf>[number];
  readonly operations: Readonly<Record<string, LocalOperation>>;
  readonly files: readonly SourceFile[];
  /** The facts of an artifact, measured from its bytes and its type. */
  readonly measure: (path: string, mimeType: string) => Promise<Made['artifacts'][number]>;
  /** Number of uses with a quote; others are skipped. */
  readonly runs: number;
  readonly seed: number;
  /** Maximum units of a use. More expensive uses are skipped, because they take long. */
  readonly unitsMax: number;
}

const SKIPS_MAX = 100_000;

/**
 * Rejects with the first use that exceeds its quote. @returns the number of successful uses; a failed use is free, and
 * proves nothing.
 */
export async function staysWithinQuotes(checked: Checked): Promise<number> {
  const { catalog, tool, files, runs: numRuns, seed, unitsMax } = checked;
  const known = new Map(files.map((file) => [file.id, file]));
  let succeeded = 0;
  const property = fc.asyncProperty(anyArguments(tool.inputSchema, [...known.keys()]), async (input) => {
    const promised = promisedOf(catalog, { tool: tool.name, arguments: input }, known);
    const step = promised?.quote.plan[0];
    fc.pre(promised !== null && step !== undefined && step.price.unitsMax <= unitsMax);
    const made = await madeBy(step, known, checked);
    if (made === null) return;
    succeeded++;
    const breaches = breachesOf(promised, made);
    if (breaches.length > 0) throw new Error(breaches.join('; '));
  });
  // Without shrinking, because each try is a run of the engine.
  await fc.assert(property, { seed, numRuns, endOnFailure: true, maxSkipsPerRun: SKIPS_MAX });
  return succeeded;
}

/** Null if it failed with a reason for the customer, at no charge. */
async function madeBy(step: StepPlan, files: ReadonlyMap<string, SourceFile>, { operations, measure }: Checked) {
  const run = operations[step.operation];
  if (run === undefined) throw new Error(`this engine has no operation ${step.operation}`);
  const directory = await mkdtemp(join(tmpdir(), 'farebox-quotes-'));
  try {
    const { units, artifacts } = await run({
      projectId: 'measured',
      organizationId: 'measured',
      parameters: step.parameters,
      inputs: Object.fromEntries(Object.entries(step.inputs).map(([field, ref]) => [field, inputOf(ref, files)])),
      directory,
      signal: new AbortController().signal,
      usedCpu: () => {},
      onProgress: () => {},
    });
    const measured = artifacts.map(({ path, mimeType }) => measure(path, mimeType));
    return { units, artifacts: await Promise.all(measured) };
  } catch (error) {
    if (error instanceof OperationFailure) return null;
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function inputOf(ref: StepPlan['inputs'][string], files: ReadonlyMap<string, SourceFile>): InputFile {
  const file = 'fileId' in ref ? files.get(ref.fileId) : undefined;
  if (file === undefined) throw new Error('a generated use names files only');
  const { id: fileId, path, mimeType, sizeBytes, width, height } = file;
  return { fileId, path, mimeType, sizeBytes, ...(width && height ? { width, height } : {}) };
}
