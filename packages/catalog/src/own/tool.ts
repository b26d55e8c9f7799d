/** The definition of an own tool, from a version of its manifest. From here on the catalog treats it like a built-in tool. */
import { invariant } from '@farebox/kernel';
import type { ToolManifest } from '@farebox/manifest';
import { quoteCall } from '@farebox/price-rules';
import { compileAlone, lazyReader } from '../arguments/validator.ts';
import type { JsonObject } from '../json.ts';
import { oneStep, type Planned, type ToolDefinition, type ToolUse } from '../tool.ts';
import { fileRuleOf, filesOf, knownFiles, type OwnFile } from './files.ts';
import { boundsOfOutput, limitsOf } from './outputs.ts';
import { type Own, ownPrices } from './price.ts';
import { shownSchema } from './schema.ts';

export interface OwnTool extends ToolDefinition {
  readonly own: Own;
}

/** @param version its number in the store. */
export function ownTool(read: ToolManifest, version: number): OwnTool {
  const { manifest, digest } = read;
  const { name, title, description, category, example, runner, price } = manifest;
  return {
    name,
    title,
    description,
    category,
    inputSchema: shownSchema(read),
    example,
    models: [],
    maxRuntimeSeconds: runner.maxRuntimeSeconds,
    cancellableAfterStart: true,
    chargesOnFailure: price.onFailure === 'stated',
    isOneStep: true,
    own: { name, version, digest, ...ownPrices(read) },
    reader(schema) {
      const readInput = lazyReader<JsonObject>(schema, compileAlone);
      return (value) => {
        const found = readInput(value);
        return found.ok ? { ok: true, use: useOf(found.arguments, read, version) } : found;
      };
    },
  };
}

function useOf(input: JsonObject, read: ToolManifest, version: number): ToolUse {
  const files = filesOf(read.manifest, input);
  return {
    arguments: input,
    model: null,
    soundFormat: null,
    steps: 1,
    fileUses: files.map(({ pointer, ref, rule }) => ({ pointer, ref, rule: fileRuleOf(rule) })),
    limitOf: () => null,
    plan: (boundsOf) => plan({ input, files, version }, read, boundsOf),
  };
}

interface Called {
  readonly input: JsonObject;
  readonly files: readonly OwnFile[];
  readonly version: number;
}

type BoundsOf = Parameters<ToolUse['plan']>[0];

function plan({ input, files, version }: Called, { manifest, rule }: ToolManifest, boundsOf: BoundsOf): Planned {
  const { units } = quoteCall(rule, { arguments: input, files: knownFiles(files, boundsOf) });
  const unitsMax = Number(units);
  invariant(Number.isSafeInteger(unitsMax), 'a rule has a bound within safe integers');
  const outputs = limitsOf(manifest, files, boundsOf);
  return oneStep({
    name: 'run',
    operation: 'run-tool',
    parameters: {
      tool: manifest.name,
      version,
      arguments: input,
      files: files.map(({ pointer }) => pointer),
      outputs,
      unitsMax,
    },
    inputs: Object.fromEntries(files.map(({ ref }, n) => [`files/${n}` as const, ref])),
    description: manifest.title,
    unitsMax,
    outputs: outputs.map(boundsOfOutput),
  });
}
