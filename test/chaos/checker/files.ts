/** Rows of files, of uploads in parts, and what a project is counted for all that it keeps. */

export interface StoredFile {
  readonly id: string;
  readonly project_id: string;
  readonly origin: 'upload' | 'artifact';
  readonly execution_id: string | null;
  readonly step: number | null;
  /** `\x` and hexadecimal digits. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  readonly duration_seconds: number | null;
  readonly object_key: string;
  readonly expires_at: string;
  readonly deleted_at: string | null;
}

/** An upload in parts, whole or not. */
export interface OpenUpload {
  readonly id: string;
  readonly project_id: string;
  readonly size_bytes: number;
  readonly offset_bytes: number;
  readonly file_id: string | null;
  /** In their order. */
  readonly parts: readonly {
    readonly offset_bytes: number;
    readonly size_bytes: number;
    readonly object_key: string;
  }[];
}

/** What a project is counted. */
export interface Storage {
  readonly project_id: string;
  readonly stored_bytes: number;
}
