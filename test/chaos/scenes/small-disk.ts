/**
 * A database whose tables are on a file system of a few megabytes, which can be filled. Its WAL is elsewhere: a full WAL is a
 * crash, which other parts cause; full tables are errors (53100) of a server that continues.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startDatabase } from '../system/postgres.ts';

const SIZE_MB = 96;
const PLACE = 'tables';
const BALLAST = 'ballast';
const NOBODY = 65534;
const BLOCK = 4096;

const mount = (place: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', place], { encoding: 'utf8' });
const unmount = (place: string) => spawnSync('umount', ['--lazy', place]);

/** Null if a file system can be mounted here; otherwise the reason. */
export function canMount(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'farebox-mount-'));
  try {
    const { status, stderr } = mount(place);
    return status === 0 ? null : `a small file system cannot be mounted: ${stderr.trim() || 'mount is missing'}`;
  } finally {
    unmount(place);
    rmSync(place, { recursive: true });
  }
}

export async function startOnSmallDisk(directory: string): Promise<Postgres> {
  const place = placeIn(join(directory, '..'));
  mkdirSync(place, { mode: 0o711 });
  const { status, stderr } = mount(place);
  if (status !== 0) throw new Error(`no small disk: ${stderr}`);
  const tables = join(place, 'data');
  mkdirSync(tables);
  chmodSync(tables, 0o700);
  chownSync(tables, NOBODY, NOBODY);
  const postgres = await startDatabase(directory).catch((error: unknown) => {
    unmount(place);
    throw error;
  });
  await postgres.pool.query(`CREATE TABLESPACE small LOCATION '${tables}'`);
  return {
    ...postgres,
    tablespace: 'small',
    stop: async () => {
      await postgres.stop();
      unmount(place);
    },
  };
}

const placeIn = (directory: string): string => join(directory, PLACE);

/** Fills the file system to the last block, again after blocks are freed, until the returned function is called. */
export function fillUp(directory: string): () => void {
  const place = placeIn(directory);
  const files: string[] = [];
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(place);
    const file = join(place, `${BALLAST}-${files.length}`);
    if (bavail === 0) return;
    files.push(file);
    try {
      writeFileSync(file, Buffer.alloc(Math.max(bavail * bsize, BLOCK)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  fill();
  const again = setInterval(fill, 200);
  return () => {
    clearInterval(again);
    for (const file of files) unlinkSync(file);
  };
}
