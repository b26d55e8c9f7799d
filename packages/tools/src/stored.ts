/** A tool and its versions, as administrators see them. */
export interface StoredTool {
  readonly name: string;
  /** The version that is offered; null: none. */
  readonly activeVersion: number | null;
  readonly latestVersion: number;
  /** Null: not retired. */
  readonly retiredAt: Date | null;
  readonly changedAt: Date;
}

export interface StoredVersion {
  readonly name: string;
  readonly version: number;
  /** SHA-256 of the manifest in hexadecimal. */
  readonly digest: string;
  /** RFC 8785 canonical JSON. */
  readonly manifest: string;
  readonly publishedAt: Date;
  /** The `sub` of the session. */
  readonly publishedBy: string;
}
