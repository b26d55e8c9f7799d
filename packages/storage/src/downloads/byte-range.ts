/** The `Range` header, as RFC 9110 lets a server take it: one range of bytes; any other form is as if it were not there. */

/** Both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Undefined: the whole. `unsatisfiable`: nothing of it is within the size. */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const suffix = from === '';
  const first = suffix ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = suffix || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (!suffix && to !== '' && Number(to) < first) return undefined;
  return first > last ? 'unsatisfiable' : { first, last };
}
