/** Generated calls of a tool, for comparing its price with a rule: arguments of its schema, and files of any size. */
import type { Call, KnownFile } from '@farebox/price-rules';
import fc from 'fast-check';
import type { Catalog, Prepared } from '../../catalog.ts';
import type { FileFacts, FileUse } from '../../files/file.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { Quote } from '../../quote.ts';
import type { ToolDefinition } from '../../tool.ts';
import { anyArguments } from '../arguments.ts';
import { photo, recording } from '../samples.ts';

type Files = ReadonlyMap<string, FileFacts>;

export interface AnyCall {
  readonly arguments: JsonObject;
  readonly files: Files;
}

/** Sizes at whole megapixels are as frequent as any others, because a started unit begins there. */
const anySide = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(1, 2, 500, 1000, 1001, 2000, 2500, 4000).map((side) => Math.min(side, most)),
    fc.integer({ min: 1, max: most }),
  );

const size = (most: number, pixelsMax: number) =>
  fc.record({ width: anySide(most), height: anySide(most) }).filter(({ width, height }) => width * height <= pixelsMax);

const photoSize = size(8000, 40_000_000);
const videoSize = size(4096, 8_912_896);

/** @param grain the parts of a second in which durations are generated. */
const anyDuration = (grain: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 1, max: 90 * grain }), fc.integer({ min: 1, max: 3600 * grain })).map((n) => n / grain);

function anyFile(id: string, tool: ToolDefinition, grain: number): fc.Arbitrary<FileFacts> {
  if (tool.category === 'image') return photoSize.map((each) => photo(id, each));
  if (tool.category === 'audio') return anyDuration(grain).map((each) => recording(id, each));
  return fc.record({ size: videoSize, durationSeconds: anyDuration(grain) }).map(({ size: each, durationSeconds }) => ({
    ...photo(id, each),
    mimeType: 'video/mp4',
    durationSeconds,
  }));
}

const IDS = ['file_a', 'file_b', 'file_c'] as const;

/** @param grain numbers are multiples of a grain-th: exact in floats if it is a power of two. */
export const anyCall = (tool: ToolDefinition, grain: number): fc.Arbitrary<AnyCall> =>
  fc.record({
    arguments: anyArguments(tool.inputSchema, IDS).map((input) => rounded(input, grain) as JsonObject),
    files: fc
      .tuple(...IDS.map((id) => anyFile(id, tool, grain)))
      .map((files) => new Map(files.map((file) => [file.id, file]))),
  });

function rounded(value: JsonValue, grain: number): JsonValue {
  if (typeof value === 'number') return Math.round(value * grain) / grain;
  if (Array.isArray(value)) return value.map((each: JsonValue) => rounded(each, grain));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each, grain)]));
}

export interface Bought {
  readonly prepared: Prepared;
  readonly quote: Quote;
  readonly call: Call;
}

/** Null if the catalog refuses the call. */
export function boughtOf(catalog: Catalog, name: string, { arguments: input, files }: AnyCall): Bought | null {
  const prepared = catalog.prepare({ tool: name, arguments: input });
  const quote = prepared.ok && catalog.quote(prepared, files);
  if (!prepared.ok || quote === false || !quote.ok) return null;
  const uses = prepared.uses.flatMap(({ use }) => use.fileUses);
  return {
    prepared,
    quote,
    call: { arguments: prepared.arguments, files: new Map(uses.map((use) => known(use, files))) },
  };
}

function known({ pointer, ref }: FileUse, files: Files): readonly [string, KnownFile] {
  const facts = 'fileId' in ref ? files.get(ref.fileId) : undefined;
  if (facts === undefined) throw new Error('a generated call names files only');
  return [pointer, knownFile(facts)];
}

const knownFile = ({ width, height, durationSeconds, sizeBytes }: FileFacts): KnownFile => ({
  bytes: sizeBytes,
  ...(width === undefined || height === undefined ? {} : { width, height, pixels: width * height }),
  ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
});
