/**
 * The checksum of Ogg pages: CRC-32 of 0x04c11db7, from the highest bit on, starting at zero. Node's zlib has a
 * different CRC-32.
 */

const POLYNOMIAL = 0x04c1_1db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc >>> 0;
});

/** The checksum of a page, in which the four bytes at `hole`, its own field, count as zero. */
export function oggCrc(page: Buffer, hole: number): number {
  let crc = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= hole && at < hole + 4 ? 0 : (page[at] as number);
    crc = (crc << 8) ^ (TABLE[(crc >>> 24) ^ byte] as number);
  }
  return crc >>> 0;
}
