/** Maximum bytes that one run may read or leave behind. */
export const BYTES_MAX = 512 * 1024 * 1024;
export const ARTIFACTS_MAX = 100;

export const sum = (parts: readonly { readonly sizeBytes: number }[]): number =>
  parts.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
