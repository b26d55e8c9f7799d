/**
 * Downloads an export into a folder: every part, then every file that still exists. Complete files are skipped, so that
 * a repeated command continues where it was interrupted. A file gets its name only after its SHA-256 matches. The
 * session is never sent to a file URL.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { CommandError } from '../program/exit-codes.ts';
import { request } from '../remote/client.ts';
import type { Target } from '../remote/target.ts';

export interface DownloadOptions {
  readonly target: Target;
  readonly projectId: string;
  readonly exportId: string;
  readonly folder: string;
}

export interface Downloaded {
  readonly fetched: number;
  /** Files that were already in the folder. */
  readonly kept: number;
}

interface Item {
  readonly fileName: string;
  readonly sha256: string;
  readonly url: string;
}

interface ExportState {
  readonly status: string;
}

type Page = Readonly<Record<string, unknown>> & { readonly nextBefore: string | number | null };

const TIMEOUT_MS = 600_000;
/** Signed URLs live a few minutes, so pages are small: the last URL of a page must still be valid. */
const PAGE = 10;
const PLAIN_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Throws CommandError. */
export async function downloadExport(options: DownloadOptions): Promise<Downloaded> {
  const path = `/projects/${encodeURIComponent(options.projectId)}/exports/${encodeURIComponent(options.exportId)}`;
  const { status } = (await request(options.target, { method: 'GET', path })).data as ExportState;
  if (status !== 'succeeded')
    throw new CommandError('failed', `this export is ${status}: only a succeeded export can be downloaded`);
  const parts = await fetchAll(options, { path: `${path}/parts`, name: 'parts', folder: options.folder });
  const files = await fetchAll(options, {
    path: `${path}/files`,
    name: 'files',
    folder: join(options.folder, 'files'),
  });
  return { fetched: parts.fetched + files.fetched, kept: parts.kept + files.kept };
}

interface Listed {
  readonly path: string;
  /** Name of the response property that has the items. */
  readonly name: 'parts' | 'files';
  readonly folder: string;
}

async function fetchAll({ target }: DownloadOptions, { path, name, folder }: Listed): Promise<Downloaded> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let [fetched, kept] = [0, 0];
  for (let before: string | number | null = ''; before !== null;) {
    const query: string = `limit=${PAGE}${before === '' ? '' : `&before=${encodeURIComponent(before)}`}`;
    const page = (await request(target, { method: 'GET', path: `${path}?${query}` })).data as Page;
    for (const item of page[name] as readonly Item[]) {
      if (await fetchItem(item, folder)) fetched++;
      else kept++;
    }
    before = page.nextBefore;
  }
  return { fetched, kept };
}

/** Returns false if the file already exists. */
async function fetchItem({ fileName, sha256, url }: Item, folder: string): Promise<boolean> {
  // The name comes from another machine, and must not leave the folder.
  if (!PLAIN_NAME.test(fileName)) throw new CommandError('failed', 'the system sent a file name that is not allowed');
  const path = join(folder, fileName);
  if ((await sha256Of(path)) === sha256) return false;
  const draft = `${path}.part`;
  await fetchInto(draft, url, fileName);
  if ((await sha256Of(draft)) !== sha256) {
    await rm(draft, { force: true });
    throw new CommandError('unreachable', `${fileName} does not match its SHA-256: try again`);
  }
  await rename(draft, path);
  return true;
}

async function fetchInto(path: string, url: string, fileName: string): Promise<void> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || response.body === null) throw new Error(`the response had status ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError('unreachable', `${fileName} could not be downloaded, try again: ${reason}`);
  }
}

/** Returns null if there is no such file. */
async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}
