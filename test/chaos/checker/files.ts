/** Rows of files and of uploads in parts, and the storage counter of each project. */

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
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly object_key: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly deleted_at: string | null;
}

/** An upload in parts, complete or not. */
export interface OpenUpload {
  readonly id: string;
  readonly project_id: string;
  readonly size_bytes: number;
  readonly offset_bytes: number;
  readonly file_id: string | null;
  /** In order. */
  readonly parts: readonly {
    readonly offset_bytes: number;
    readonly size_bytes: number;
    readonly object_key: string;
  }[];
}

/** The storage counter of a project. */
export interface Storage {
  readonly project_id: string;
  readonly stored_bytes: number;
}
