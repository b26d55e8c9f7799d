/** Downloads are always attachments: a browser saves uploaded content and never renders it on the gateway's origin. */

const NAME_MAX = 120;

export const attachment = (fileName: string): string => `attachment; filename="${plainFileName(fileName)}"`;

/** Letters, digits, `.`, `_` and `-`; no path, no leading dot, no header or quote injection. */
export function plainFileName(fileName: string): string {
  const plain = fileName
    .replace(/[^A-Za-z0-9._-]/gu, '_')
    .slice(-NAME_MAX)
    .replace(/^\.+/, '_');
  return plain === '' ? 'file' : plain;
}
