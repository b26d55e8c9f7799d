/** Files as tools see them: how an input refers to one, what is known of it, and whether a tool can take it. */
import { Type } from 'typebox';

/** Where a step finds an input: a file of the project, or an artifact of an earlier step of the same execution. */
export type InputRef = { readonly fileId: string } | { readonly step: number; readonly artifact: number };

export interface WithSource {
  readonly source: InputRef;
}

/** Arguments whose source may also be an artifact: the schema of a tool takes a file, a pipeline widens it. */
export type Chainable<T extends { readonly source: unknown }> = Omit<T, 'source'> & WithSource;

/** What was found out about a file when it was stored. Sizes are those of the stored raster. */
export interface FileFacts {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}

/** What a tool takes. Everything a quote needs to know of a file is required here. */
export interface FileRule {
  readonly mimeTypes: readonly string[];
  /** Present for images and video: the size must be known and within these bounds. */
  readonly image?: { readonly pixelsMax: number; readonly sideMax: number };
  /** Present for sound and video: the duration must be known and within this bound. */
  readonly sound?: { readonly secondsMax: number };
}

/** One reference in an input: where it stands (JSON Pointer), what it names, and what the tool takes there. */
export interface FileUse {
  readonly pointer: string;
  readonly ref: InputRef;
  readonly rule: FileRule;
}

/** The schema of a file argument. The id is not checked for its form: an unknown one is `file_not_usable`, like any. */
export const fileArgument = (title: string, description: string) =>
  Type.Object(
    {
      fileId: Type.String({
        title: 'File id',
        minLength: 1,
        maxLength: 64,
        description: 'Id of an upload or artifact of this project, or of a sample, which every project has.',
      }),
    },
    { title, additionalProperties: false, description },
  );

/** Why the tool cannot take the file, or null when it can. A file that is hidden answers like one that does not exist. */
export function fileProblem(file: FileFacts | undefined, { mimeTypes, image, sound }: FileRule): string | null {
  if (file === undefined) return 'is not a retrievable file of this project';
  if (!mimeTypes.includes(file.mimeType)) return `is ${file.mimeType}; it must be ${mimeTypes.join(', ')}`;
  return (image && imageProblem(file, image)) ?? (sound && soundProblem(file, sound)) ?? null;
}

function imageProblem({ width, height }: FileFacts, { sideMax, pixelsMax }: Required<FileRule>['image']) {
  if (!isSide(width) || !isSide(height)) return 'has no known width and height';
  if (width > sideMax || height > sideMax) return `is ${width} × ${height}; a side is at most ${sideMax} pixels`;
  if (width * height > pixelsMax) return `is ${width} × ${height}; it may have ${pixelsMax} pixels`;
  return null;
}

function soundProblem({ durationSeconds }: FileFacts, { secondsMax }: Required<FileRule>['sound']) {
  if (durationSeconds === undefined || !(durationSeconds >= 0)) return 'has no known duration';
  if (durationSeconds > secondsMax) return `lasts ${durationSeconds} seconds; it may last ${secondsMax}`;
  return null;
}

const isSide = (value: number | undefined): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
