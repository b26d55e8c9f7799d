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
const MOUNT_FOLDER = 'tables';
const BALLAST = 'ballast';
const NOBODY = 65534;
const BLOCK = 4096;

const mount = (mountPoint: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', mountPoint], { encoding: 'utf8' });
const unmount = (mountPoint: string) => spawnSync('umount', ['--lazy', mountPoint]);

/** Null if a file system can be mounted here; otherwise the reason. */
export function canMount(): string | null {
  const mountPoint = mkdtempSync(join(tmpdir(), 'farebox-mount-'));
  try {
    const { status, stderr } = mount(mountPoint);
    return status === 0 ? null : `a small file system cannot be mounted: ${stderr.trim() || 'mount is missing'}`;
  } finally {
    unmount(mountPoint);
    rmSync(mountPoint, { recursive: true });
  }
}

export async function startOnSmallDisk(directory: string): Promise<Postgres> {
  const mountPoint = mountPointIn(join(directory, '..'));
  mkdirSync(mountPoint, { mode: 0o711 });
  const { status, stderr } = mount(mountPoint);
  if (status !== 0) throw new Error(`no small disk: ${stderr}`);
  const tables = join(mountPoint, 'data');
  mkdirSync(tables);
  chmodSync(tables, 0o700);
  chownSync(tables, NOBODY, NOBODY);
  const postgres = await startDatabase(directory).catch((error: unknown) => {
    unmount(mountPoint);
    throw error;
  });
  await postgres.pool.query(`CREATE TABLESPACE small LOCATION '${tables}'`);
  return {
    ...postgres,
    tablespace: 'small',
    stop: async () => {
      await postgres.stop();
      unmount(mountPoint);
    },
  };
}

const mountPointIn = (directory: string): string => join(directory, MOUNT_FOLDER);

/** Fills the file system to the last block, again after blocks are freed, until the returned function is called. */
export function fillUp(directory: string): () => void {
  const mountPoint = mountPointIn(directory);
  const files: string[] = [];
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(mountPoint);
    const file = join(mountPoint, `${BALLAST}-${files.length}`);
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
