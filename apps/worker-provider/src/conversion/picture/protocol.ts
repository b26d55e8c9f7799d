/** Messages between the worker and the child that decodes images, as JSON over its IPC channel. */
export type PictureFormat = 'png' | 'jpeg';

export interface PictureTask {
  /** The directory for the result. */
  readonly directory: string;
  readonly inputs: { readonly source: { readonly path: string } };
  /** Allowed formats of the result, the default first. */
  readonly formats: readonly PictureFormat[];
  readonly pixelsMax: number;
}

export type PictureReply =
  | { readonly kind: 'done'; readonly file: string; readonly format: PictureFormat }
  /** No allowed decoder reads it to its last pixel. */
  | { readonly kind: 'unreadable' }
  /** This machine lacks a resource, such as disk space; the code of its error. */
  | { readonly kind: 'lacking'; readonly code: string };

/** The child reads hostile bytes, so even its reply is checked: a file name cannot lead out of its directory. */
export function isPictureReply(value: unknown): value is PictureReply {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, file, format, code } = value as Readonly<Record<string, unknown>>;
  if (kind === 'done') return (format === 'png' || format === 'jpeg') && file === `output.${format}`;
  return kind === 'unreadable' || (kind === 'lacking' && typeof code === 'string' && code.length <= 16);
}
