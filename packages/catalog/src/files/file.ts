/** Files as tools see them: references in an input, known facts, and the rules that a file must satisfy. */
import { Type } from 'typebox';

/** The source of a step's input: a file of the project, or an artifact of an earlier step of the same execution. */
export type InputRef = { readonly fileId: string } | { readonly step: number; readonly artifact: number };

export interface WithSource {
  readonly source: InputRef;
}

/** Arguments whose source may also be an artifact. The schema of a tool takes a file; a pipeline widens it. */
export type Chainable<T extends { readonly source: unknown }> = Omit<T, 'source'> & WithSource;

/** Facts that were determined when a file was stored. Sizes are those of the stored raster. */
export interface FileFacts {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

/** The requirements of a tool for a file. Every fact that a quote needs is required here. */
export interface FileRule {
  readonly mimeTypes: readonly string[];
  /** For images and video: the size must be known and within these limits. */
  readonly image?: { readonly pixelsMax: number; readonly sideMax: number };
  /** For audio and video: the duration must be known and within this limit. */
  readonly sound?: { readonly secondsMax: number };
  /** For files of any type: limits of what is known of the file. */
  readonly limits?: FileLimits;
}

export interface FileLimits {
  readonly pixelsMax?: number;
  readonly sideMax?: number;
  readonly secondsMax?: number;
  readonly sizeBytesMax?: number;
}

/** One file reference in an input: its JSON Pointer, the reference itself, and the rule for the file. */
export interface FileUse {
  readonly pointer: string;
  readonly ref: InputRef;
  readonly rule: FileRule;
}

/**
 * The schema of a file argument. The form of the id is not checked: a malformed id is `file_not_usable`, like an
 * unknown one.
 */
export const fileArgument = (title: string, description: string) =>
  Type.Object(
    {
      fileId: Type.String({
        title: 'File id',
        minLength: 1,
        maxLength: 64,
        description: 'Id of an upload or artifact of this project, or of a sample file, which every project has.',
      }),
    },
    { title, additionalProperties: false, description },
  );

/**
 * The reason why a tool cannot use the file; null if it can. A hidden file gets the same answer as one that does not
 * exist.
 */
export function fileProblem(file: FileFacts | undefined, rule: FileRule): string | null {
  const { mimeTypes, image, sound, limits } = rule;
  if (file === undefined) return 'is not a retrievable file of this project';
  if (!mimeTypes.includes(file.mimeType)) return `is ${file.mimeType}; it must be ${mimeTypes.join(', ')}`;
  const known = (image && imageProblem(file, image)) ?? (sound && soundProblem(file, sound));
  return known ?? (limits && limitProblem(file, limits)) ?? null;
}

/** An unknown fact exceeds no limit. */
function limitProblem(file: FileFacts, { secondsMax = Infinity, sizeBytesMax = Infinity, ...limits }: FileLimits) {
  const { sizeBytes, width, height, durationSeconds } = file;
  const { sideMax = Infinity, pixelsMax = Infinity } = limits;
  if (sizeBytes > sizeBytesMax) return `has ${sizeBytes} bytes; the limit is ${sizeBytesMax} bytes`;
  if (width !== undefined && height !== undefined && (width * height > pixelsMax || Math.max(width, height) > sideMax))
    return imageProblem(file, { sideMax, pixelsMax });
  return durationSeconds !== undefined && durationSeconds > secondsMax ? soundProblem(file, { secondsMax }) : null;
}

function imageProblem({ width, height }: FileFacts, { sideMax, pixelsMax }: Required<FileRule>['image']) {
  if (!isSide(width) || !isSide(height)) return 'has no known width and height';
  if (width > sideMax || height > sideMax)
    return `is ${width} × ${height} pixels; the limit is ${sideMax} pixels a side`;
  if (width * height > pixelsMax) return `is ${width} × ${height} pixels; the limit is ${pixelsMax} pixels in total`;
  return null;
}

function soundProblem({ durationSeconds }: FileFacts, { secondsMax }: Required<FileRule>['sound']) {
  if (durationSeconds === undefined || !(durationSeconds >= 0)) return 'has no known duration';
  if (durationSeconds > secondsMax) return `lasts ${durationSeconds} seconds; the limit is ${secondsMax} seconds`;
  return null;
}

const isSide = (value: number | undefined): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
