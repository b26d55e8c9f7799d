/** The files of a call, compared with their rules. */
import type { FileRule } from '@farebox/manifest';
import { ELEMENT, partsOf, type Pointer } from '@farebox/price-rules';
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
