/** An artifact whose object is stored and verified: the future content of its row. */
export interface StoredArtifact {
  readonly id: string;
  readonly sha256: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly durationSeconds?: number | undefined;
}
