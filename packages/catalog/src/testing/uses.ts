/**
 * Helpers for tests of other packages: generated uses of every tool, and the promises of each plan. Never imported by
 * deployed code.
 */
import type { Engine } from '@farebox/kernel';
import type { Catalog, Request } from '../catalog.ts';
import { type FileBounds, boundsOfFile } from '../files/bounds.ts';
import type { FileFacts } from '../files/file.ts';
import type { Quote } from '../quote.ts';
import type { ToolDescription } from '../tool.ts';
import { quoted } from './samples.ts';

export { anyArguments } from './arguments.ts';

/**
 * All tools of an engine that make one step. The engine is read from the plan of the example, so new tools are
 * included automatically.
 */
export const toolsOf = (catalog: Catalog, engine: Engine): readonly ToolDescription[] =>
  catalog.tools.filter(({ name, example }) => {
    const { plan } = quoted(catalog, { tool: name, arguments: example });
    return plan.length === 1 && plan[0]?.engine === engine;
  });

export interface Promised {
  readonly quote: Quote;
  /** Outputs of the only step, in order. */
  readonly outputs: readonly FileBounds[];
}

/** Null if the input is refused. */
export function promisedOf(catalog: Catalog, request: Request, files: ReadonlyMap<string, FileFacts>): Promised | null {
  const prepared = catalog.prepare(request);
  if (!prepared.ok) return null;
  const quote = catalog.quote(prepared, files);
  if (!quote.ok) return null;
  const planned = prepared.uses[0]?.use.plan((ref) => {
    const facts = 'fileId' in ref ? files.get(ref.fileId) : undefined;
    if (facts === undefined) throw new Error('a generated use names files only');
    return boundsOfFile(facts);
  });
  if (planned?.ok !== true || planned.steps[0] === undefined) throw new Error('what has a quote has a plan');
  return { quote, outputs: planned.steps[0].outputs };
}

/** The real result of a step, measured from its bytes instead of taken from its own claims. */
export interface Made {
  readonly units: number;
  readonly artifacts: readonly Omit<FileFacts, 'id' | 'sha256' | 'sizeBytes'>[];
}

/** A readable list of every broken promise. */
export function breachesOf({ quote, outputs }: Promised, { units, artifacts }: Made): string[] {
  const [step] = quote.plan;
  if (step === undefined) throw new Error('a plan has a step');
  const { unitsMax, unitPriceMicros } = step.price;
  const measured = BigInt(unitPriceMicros) * BigInt(units);
  const charge = measured > quote.minimumMicros ? measured : quote.minimumMicros;
  return [
    ...(Number.isSafeInteger(units) && units >= 1 ? [] : [`${units} units are no integer from 1`]),
    ...(units <= unitsMax ? [] : [`measured ${units} units; ${unitsMax} were quoted`]),
    ...(charge <= quote.maximumMicros ? [] : [`charged ${charge}; the maximum is ${quote.maximumMicros}`]),
    ...(artifacts.length === outputs.length ? [] : [`${artifacts.length} artifacts; planned were ${outputs.length}`]),
    ...artifacts.flatMap((made, n) => (outputs[n] === undefined ? [] : outside(made, outputs[n]))),
  ];
}

function outside(made: Made['artifacts'][number], { mimeTypes, sizes, durationSecondsMax }: FileBounds): string[] {
  const { mimeType, width = 0, height = 0, durationSeconds } = made;
  const fits = (side: number, least: number, most: number): boolean => side >= least && side <= most;
  const isWithin = sizes?.some(
    ({ least, most }) => fits(width, least.width, most.width) && fits(height, least.height, most.height),
  );
  const isShort = durationSecondsMax === undefined || (durationSeconds ?? 0) <= durationSecondsMax;
  return [
    ...(mimeTypes.includes(mimeType) ? [] : [`made ${mimeType}; planned was ${mimeTypes.join(' or ')}`]),
    ...(isWithin === false ? [`made ${width} × ${height}; planned was ${JSON.stringify(sizes)}`] : []),
    ...(isShort ? [] : [`lasts ${durationSeconds} seconds; planned were ${durationSecondsMax}`]),
  ];
}
