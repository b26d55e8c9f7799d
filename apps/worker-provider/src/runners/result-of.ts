/** The result of a run: every file inspected and within the bounds of the plan, the JSON as the manifest describes it, the units clamped. */
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@farebox/catalog';
import { SAMPLES } from '@farebox/files';
import { FILE_TYPES, type FileType, invariant } from '@farebox/kernel';
import { knownFile, resultProblem, type ToolManifest } from '@farebox/manifest';
import { inspectFile } from '@farebox/media';
import { measureCall } from '@farebox/price-rules';
import type { Succeeded, Unusable } from '@farebox/runner-protocol';
import type { ContextOf, OperationOutput, OutputArtifact } from '@farebox/worker';
import type { ProviderOutput } from '../adapter.ts';
import type { ApiResult } from '../adapters/openapi/response.ts';
import type { SimulatedResult } from '../adapters/runner/simulated.ts';
import { OutputInvalid } from '../call/run.ts';
import type { Receiving } from '../output/save.ts';
import { ruleAt } from './facts.ts';
import { fieldOf } from './start-of.ts';

type Run = ContextOf<'run-tool'>;
type Output = Run['parameters']['outputs'][number];
type Made = Succeeded | SimulatedResult | Extract<ApiResult, { readonly status: 'succeeded' }>;

export interface Reading {
  readonly tool: ToolManifest;
  readonly fetch: Receiving['fetch'];
  /** Told what the customer does not pay for. */
  readonly findings: (finding: string) => void;
}

export async function resultOf({ raw, files }: ProviderOutput, run: Run, reading: Reading): Promise<OperationOutput> {
  invariant(raw !== undefined, 'the result of a run is its reply');
  const reply = JSON.parse(raw.toString('utf8')) as Made | Unusable;
  if (reply.status === 'unusable') throw new OutputInvalid(reply.problem);
  const result = reply.result as JsonValue | undefined;
  const problem = resultProblem(reading.tool.manifest, result);
  if (problem !== null) throw new OutputInvalid(problem);
  const { outputs } = run.parameters;
  const artifacts: OutputArtifact[] = [];
  for (const [n, output] of outputs.entries())
    artifacts.push(await received(n, output, { run, files, fetch: reading.fetch, made: reply.artifacts[n] }));
  return { artifacts, units: unitsOf(reply.units, run, reading), ...(result === undefined ? {} : { result }) };
}

interface Receive {
  readonly run: Run;
  readonly files: ProviderOutput['files'];
  readonly fetch: Receiving['fetch'];
  readonly made: Made['artifacts'][number] | undefined;
}

async function received(n: number, output: Output, receive: Receive): Promise<OutputArtifact> {
  const path = await pathOf(n, output, receive);
  const { size } = await stat(path);
  if (size > output.sizeBytesMax) throw new OutputInvalid(`artifact ${n} has more bytes than the manifest allows`);
  for (const mimeType of output.mimeTypes.filter(isFileType)) {
    const inspected = inspectFile(path, mimeType);
    if (!inspected.ok) continue;
    const { ok: _, ...facts } = inspected;
    checkBounds(n, facts, output);
    return { path, mimeType, ...facts };
  }
  throw new OutputInvalid(`artifact ${n} is no complete file of the types ${output.mimeTypes.join(', ')}`);
}

const isFileType = (type: string): type is FileType => Object.hasOwn(FILE_TYPES, type);

async function pathOf(n: number, { sizeBytesMax }: Output, { run, files, fetch, made }: Receive): Promise<string> {
  if (made === undefined) throw new OutputInvalid(`no artifact ${n}`);
  const path = join(run.directory, `made-${n}`);
  if ('fileId' in made) {
    await copyFile(samplePath(made.fileId), path);
    return path;
  }
  const file = 'file' in made ? files[made.file] : 'url' in made ? made : undefined;
  if (file !== undefined) {
    await writeFile(path, 'bytes' in file ? file.bytes : (await fetch(file.url)).bytes, { mode: 0o600 });
    return path;
  }
  const taken = await run.external.files.take(n, path, sizeBytesMax);
  if (taken !== 'taken')
    throw new OutputInvalid(taken === 'absent' ? `nothing was put for artifact ${n}` : `artifact ${n} is too large`);
  return path;
}

function samplePath(fileId: string): string {
  const sample = SAMPLES.get(fileId);
  invariant(sample !== undefined, 'a checked manifest names sample files only');
  return sample.path;
}

interface Facts {
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

/** Later steps were priced by these bounds. */
function checkBounds(n: number, { width = 0, height = 0, durationSeconds = 0 }: Facts, output: Output): void {
  const { pixelsMax = Infinity, sideMax = Infinity, secondsMax = Infinity } = output;
  const isAbove = width * height > pixelsMax || Math.max(width, height) > sideMax || durationSeconds > secondsMax;
  if (isAbove) throw new OutputInvalid(`artifact ${n} is larger or longer than the manifest allows`);
}

/** Never more than the customer bought, whatever the runner states. */
function unitsOf(reported: number | undefined, { parameters, external }: Run, { tool, findings }: Reading): number {
  const { arguments: given, files, unitsMax } = parameters;
  const rules = tool.manifest.files ?? {};
  const facts = files.map(
    (pointer, n) =>
      [pointer, knownFile(external.files.inputs[fieldOf(n)] ?? {}, ruleAt(rules, pointer) ?? {})] as const,
  );
  const { units, finding } = measureCall(tool.rule, {
    call: { arguments: given, files: new Map(facts) },
    quotedUnits: BigInt(unitsMax),
    reported,
  });
  if (finding === 'above') findings(`"units" above the ${unitsMax} that were bought`);
  if (finding === 'unusable') findings('"units" is not stated as a number of at least 0');
  return Number(units);
}
