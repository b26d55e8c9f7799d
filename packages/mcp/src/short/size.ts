/** How large a result may be without being asked for. A model pays for every token of it, and keeps it to the end of its work. */

/** 2,000 tokens, at four bytes each. Counted on the whole result as it is sent, so quotation marks inside a text count twice. */
const RESULT_BYTES_MAX = 8_000;
/** Reserved for what the protocol adds to a result, such as the name of the server. */
const PROTOCOL_BYTES = 400;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Bytes of the data inside the text of a result. */
export const sentBytes = (data: unknown): number => bytesOf(JSON.stringify(data) ?? '');

/** Bytes that a result still has beside `data`. */
export const roomBeside = (data: unknown): number => RESULT_BYTES_MAX - PROTOCOL_BYTES - sentBytes(data);

export const fits = (data: unknown): boolean => roomBeside(data) >= 0;

/** The first items of a list that fit into the room, in bytes. */
export function thatFit<T>(items: readonly T[], room: number): readonly T[] {
  let left = room;
  const end = items.findIndex((each) => (left -= sentBytes(each)) < 0);
  return end === -1 ? items : items.slice(0, end);
}
