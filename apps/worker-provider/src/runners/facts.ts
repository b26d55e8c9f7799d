/** The files of a call as its price and its rules see them. */
import type { FileRule } from '@farebox/manifest';
import { ELEMENT, type KnownFile, partsOf, type Pointer } from '@farebox/price-rules';
import { OperationFailure, type OutsideInput } from '@farebox/worker';

type Rules = Readonly<Record<Pointer, FileRule>>;

/** Throws if a file exceeds its rule: a file that an earlier step made may be larger than anybody knew at the quote. */
export function checkFile(file: OutsideInput, rule: FileRule | undefined): void {
  const { pixelsMax = Infinity, sideMax = Infinity, secondsMax = Infinity, sizeBytesMax = Infinity } = rule ?? {};
  const types: readonly string[] = rule?.mimeTypes ?? [];
  if (!types.includes(file.mimeType)) throw new OperationFailure('source_not_readable');
  const { width = 0, height = 0, durationSeconds = 0, sizeBytes } = file;
  const isAbove =
    width * height > pixelsMax ||
    Math.max(width, height) > sideMax ||
    durationSeconds > secondsMax ||
    sizeBytes > sizeBytesMax;
  if (isAbove) throw new OperationFailure('source_too_large');
}

/** The rule of a file argument: that of its pointer, where `*` stands for the element of an array. */
export function ruleAt(rules: Rules, pointer: Pointer): FileRule | undefined {
  const parts = partsOf(pointer) ?? [];
  const [, rule] =
    Object.entries(rules).find(([pattern]) => {
      const wanted = partsOf(pattern) ?? [];
      const isAt = (each: string, n: number): boolean =>
        each === ELEMENT ? /^\d+$/.test(String(parts[n])) : each === parts[n];
      return wanted.length === parts.length && wanted.every(isAt);
    }) ?? [];
  return rule;
}

/** A fact that is not known, because the file is gone or its type has none, is within the limit of its rule. */
export function factsOf(file: OutsideInput | undefined, rule: FileRule | undefined): KnownFile {
  const { pixelsMax, sideMax, secondsMax, sizeBytesMax } = rule ?? {};
  const { width, height, durationSeconds, sizeBytes } = file ?? {};
  const pixels = width === undefined || height === undefined ? undefined : width * height;
  const known = (value: number | undefined, least: number, most: number | undefined) =>
    value ?? (most === undefined ? undefined : { least, most });
  const facts = {
    pixels: known(pixels, 1, pixelsMax),
    width: known(width, 1, sideMax),
    height: known(height, 1, sideMax),
    seconds: known(durationSeconds, 0, secondsMax),
    bytes: known(sizeBytes, 1, sizeBytesMax),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
