/**
 * Tells a failure of this machine from one of the input: the kernel says whether the disk of a room is full. The words of a
 * program prove nothing, because an input can contain them.
 */
import { statfs } from 'node:fs/promises';

/** A write to a full disk fails with less free space than this. */
const FULL_BYTES = 1024 * 1024;

/** An error as of a system call, which everybody recognizes by its code. Call it before the room is emptied. */
export async function throwIfFull(room: string): Promise<void> {
  const { bavail, bsize } = await statfs(room);
  if (bavail * bsize >= FULL_BYTES) return;
  throw Object.assign(new Error('ENOSPC: the disk of the sandbox is full'), { code: 'ENOSPC' });
}
