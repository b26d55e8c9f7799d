/** Whether a folder that a hostile program writes to holds no more than it may. It follows no link, and looks no further than the bound. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

export interface RoomBounds {
  /** Files and folders, at every depth. */
  readonly filesMax: number;
  readonly bytesMax: number;
}

/** What goes while it is looked at counts as nothing. */
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
    // It is gone, or closed to us: then what is in it cannot be delivered.
  }
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch {
    return 0;
  }
}
