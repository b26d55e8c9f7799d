/**
 * Collects bytes up to a bound. A small file costs little; one that is not small gets the whole bound at once, because pages
 * that are never written cost no memory, while outgrown buffers stay until the next garbage collection.
 */

export interface GrowingBuffer {
  /** Room for `sizeBytes` more, or null when that would pass the bound. Write into it, then `commit` what was written. */
  reserve(sizeBytes: number): Buffer | null;
  /** Returns the bytes committed, a view. */
  commit(sizeBytes: number): Buffer;
  /** Everything committed, a view; nothing may be added after it. */
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
