/** Parses the `Range` header as RFC 9110 permits: one range of bytes. Any other form is ignored. */

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Undefined: the whole file. `unsatisfiable`: the range starts after the end. */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const suffix = from === '';
  const first = suffix ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const last = suffix || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (!suffix && to !== '' && Number(to) < first) return undefined;
  return first > last ? 'unsatisfiable' : { first, last };
}
