/** The facts of a stored file, as price rules take them. The caller has compared the file with its rule. */
import type { KnownFile } from '@farebox/price-rules';
import type { FileRule, SampleFile } from './manifest.ts';

type Facts = Partial<Pick<SampleFile, 'sizeBytes' | 'width' | 'height' | 'durationSeconds'>>;

/** A fact that is not known, because the file is gone or its type has none, is within the limit of its rule. */
export function knownFile({ width, height, durationSeconds, sizeBytes }: Facts, rule: Partial<FileRule>): KnownFile {
  const { pixelsMax, sideMax, secondsMax, sizeBytesMax } = rule;
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
