/** Reads calls that a manifest itself contains: its example and test cases. They name sample files, whose facts are known. */
import { below, filesAt, type KnownFile, memberOf, type Pointer, type Problems } from '@farebox/price-rules';
import type { Compile, ValueReader } from './input/reader.ts';
import { knownFile } from './known-file.ts';
import type { FileRule, JsonMembers, JsonValue, SampleFile } from './manifest.ts';

export interface CallContext {
  /** For other schemas of the manifest. */
  readonly compile: Compile;
  /** Reads arguments. */
  readonly reader: ValueReader;
  readonly rules: Readonly<Record<Pointer, FileRule>>;
  readonly samples: readonly SampleFile[];
  readonly problems: Problems;
}

/** A valid call with what is known of its files, as price rules take it. */
export interface ReadCall {
  readonly arguments: JsonMembers;
  readonly files: ReadonlyMap<Pointer, KnownFile>;
}

/** Adds each problem. @returns null if there is any. */
export function readCall(
  value: JsonValue,
  at: string,
  { reader, rules, samples, problems }: CallContext,
): ReadCall | null {
  const { filled, problems: found } = reader.read(value);
  for (const [pointer, reason] of found) problems.add(at + pointer, reason);
  if (found.size > 0) return null;
  const files = new Map<Pointer, KnownFile>();
  let isUsable = true;
  for (const [pattern, rule] of Object.entries(rules)) {
    for (const { pointer, file } of filesAt(filled, pattern)) {
      const sample = samples.find(({ id }) => id === memberOf(file, 'fileId'));
      const problem = sample === undefined ? noSample(samples) : sampleProblem(sample, rule);
      if (problem !== null) problems.add(below(at + pointer, 'fileId'), problem);
      isUsable &&= problem === null;
      if (sample !== undefined) files.set(pointer, knownFile(sample, rule));
    }
  }
  return isUsable ? { arguments: filled as JsonMembers, files } : null;
}

const noSample = (samples: readonly SampleFile[]): string =>
  `must be a sample file, which every project has: ${samples.map(({ id }) => id).join(', ')}`;

/** Why a sample does not satisfy the rule of a file argument; null if it does. */
function sampleProblem(
  { mimeType, sizeBytes, width, height, durationSeconds }: SampleFile,
  rule: FileRule,
): string | null {
  const types: readonly string[] = rule.mimeTypes;
  if (!types.includes(mimeType)) return `is ${mimeType}; the rule of this file allows ${types.join(', ')}`;
  const pixels = width === undefined || height === undefined ? undefined : width * height;
  const side = pixels === undefined ? undefined : Math.max(width ?? 0, height ?? 0);
  const isAbove = (value: number | undefined, most: number | undefined): boolean =>
    value !== undefined && most !== undefined && value > most;
  if (isAbove(pixels, rule.pixelsMax)) return 'has more pixels than the rule of this file allows';
  if (isAbove(side, rule.sideMax)) return 'has a longer side than the rule of this file allows';
  if (isAbove(durationSeconds, rule.secondsMax)) return 'lasts longer than the rule of this file allows';
  return isAbove(sizeBytes, rule.sizeBytesMax) ? 'has more bytes than the rule of this file allows' : null;
}
