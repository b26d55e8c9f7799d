/**
 * Checks that a folder into which a hostile program writes is within its limits. Follows no link, and stops at the
 * limit.
 */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

export interface RoomBounds {
  /** Files and folders at every depth. */
  readonly filesMax: number;
  readonly bytesMax: number;
}

/** Entries that disappear during the check are not counted. */
export async function holds(room: string, { filesMax, bytesMax }: RoomBounds): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const open = [room];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for await (const entry of entriesOf(folder)) {
      if (++files > filesMax) return false;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else bytes += await bytesOf(path);
      if (bytes > bytesMax) return false;
    }
  }
  return true;
}

async function* entriesOf(folder: string) {
  try {
    yield* await opendir(folder);
  } catch {
    // The folder is gone or cannot be read: its content cannot be delivered either.
  }
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch {
    return 0;
  }
}
