/**
 * The files of a call of an own tool: their references, the rules that they must satisfy, and what is known of them
 * for its price. An unknown fact counts as the limit of its rule, so the worker refuses a file above the rule.
 */
import type { FileRule as ManifestRule, Manifest } from '@farebox/manifest';
import { filesAt, type KnownFile } from '@farebox/price-rules';
import { type BoundsOf, type FileBounds, pixelsMaxOf } from '../files/bounds.ts';
import type { FileRule, InputRef } from '../files/file.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../image/source.ts';
import { pixelsOf } from '../units.ts';

/** A file argument that is present in a call. */
export interface OwnFile {
  /** Pointer of the argument with the index of an element, such as `/tracks/0`. */
  readonly pointer: string;
  /** The key of its rule, such as `/tracks/*`. */
  readonly pattern: string;
  readonly ref: InputRef;
  readonly rule: ManifestRule;
}

/** @param input valid arguments; in a pipeline a file may be an artifact. */
export const filesOf = ({ files = {} }: Manifest, input: unknown): readonly OwnFile[] =>
  Object.entries(files).flatMap(([pattern, rule]) =>
    filesAt(input, pattern).map(({ pointer, file }) => ({ pointer, pattern, ref: file as InputRef, rule })),
  );

/** An author who names no limit gets that of the service, which only images have. */
export const fileRuleOf = ({ mimeTypes, pixelsMax, sideMax, secondsMax, sizeBytesMax }: ManifestRule): FileRule => {
  const isImage = mimeTypes.every((type) => type.startsWith('image/'));
  return {
    mimeTypes,
    limits: {
      ...limit('pixelsMax', pixelsMax ?? (isImage ? IMAGE_PIXELS_MAX : undefined)),
      ...limit('sideMax', sideMax ?? (isImage ? IMAGE_SIDE_MAX : undefined)),
      ...limit('secondsMax', secondsMax),
      ...limit('sizeBytesMax', sizeBytesMax),
    },
  };
};

const limit = <N extends string>(name: N, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: number };

/** The facts that a price may read, by the pointers of their arguments. */
export const knownFiles = (files: readonly OwnFile[], boundsOf: BoundsOf): ReadonlyMap<string, KnownFile> =>
  new Map(files.map((file) => [file.pointer, knownFile(file, boundsOf(file.ref))]));

interface Range {
  readonly least: number;
  readonly most: number;
}

/** @param bounds of a file that satisfies the rule; those of an artifact may be above it. */
function knownFile({ ref, rule }: OwnFile, bounds: FileBounds): KnownFile {
  const { sizes, durationSecondsMax, sizeBytesMax } = bounds;
  const isStored = 'fileId' in ref;
  const upTo = (most: number | undefined): Range | undefined =>
    most === undefined ? undefined : { least: isStored ? most : 0, most };
  const side = (name: 'width' | 'height'): Range | undefined =>
    sizes && {
      least: Math.min(...sizes.map(({ least }) => least[name])),
      most: Math.max(...sizes.map(({ most }) => most[name])),
    };
  const pixels = sizes && { least: Math.min(...sizes.map(({ least }) => pixelsOf(least))), most: pixelsMaxOf(sizes) };
  const facts = {
    pixels: within(pixels, 1, rule.pixelsMax),
    width: within(side('width'), 1, rule.sideMax),
    height: within(side('height'), 1, rule.sideMax),
    seconds: within(upTo(durationSecondsMax), 0, rule.secondsMax),
    bytes: within(upTo(sizeBytesMax), 0, rule.sizeBytesMax),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

/** Undefined if neither the file nor its rule bounds the fact: then no price reads it. */
function within(known: Range | undefined, least: number, most: number | undefined): Range | undefined {
  if (known === undefined) return most === undefined ? undefined : { least, most };
  const highest = Math.min(known.most, most ?? known.most);
  return { least: Math.min(known.least, highest), most: highest };
}
