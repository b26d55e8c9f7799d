/**
 * Collects bytes up to a limit. A small file uses little memory. A larger one gets the whole limit at once, because
 * pages that are never written use no memory, while outgrown buffers stay until the next garbage collection.
 */

export interface GrowingBuffer {
  /** Space for `sizeBytes` more, or null if that would exceed the limit. Write into it, then `commit` the written bytes. */
  reserve(sizeBytes: number): Buffer | null;
  /** Returns a view of the committed bytes. */
  commit(sizeBytes: number): Buffer;
  /** A view of everything committed; nothing may be added afterwards. */
  bytes(): Buffer;
}

const STEPS_BYTES = [64 * 1024, 1024 * 1024];

export function createGrowingBuffer(bytesMax: number): GrowingBuffer {
  let memory = Buffer.alloc(0);
  let used = 0;
  return {
    reserve(sizeBytes) {
      const needed = used + sizeBytes;
      if (needed > bytesMax) return null;
      if (needed > memory.length) {
        const capacity = Math.min(bytesMax, STEPS_BYTES.find((step) => step >= needed) ?? bytesMax);
        const larger = Buffer.allocUnsafeSlow(capacity); // not zeroed, so not touched
        memory.copy(larger, 0, 0, used);
        memory = larger;
      }
      return memory.subarray(used, needed);
    },
    commit(sizeBytes) {
      used += sizeBytes;
      return memory.subarray(used - sizeBytes, used);
    },
    bytes: () => memory.subarray(0, used),
  };
}
