/**
 * Returns bundles of the current sources. They are stored under the digest of their inputs, and built if missing. Plain
 * JavaScript, because the bootstrap runs it on Node 20. It never returns bundles of other sources, and never removes
 * bundles that a running process uses.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestInputs } from './inputs.mjs';

/** Marks of this process. */
const marks = new Set();
process.once('exit', () => marks.forEach((mark) => rmSync(mark, { force: true })));

/** Bundles are kept this long after their last use. */
const KEPT_MS = 3_600_000;
const MARK = /^(?<name>[0-9a-f]{32})\.(?<pid>\d+)$/;

/**
 * @param {string} root of the project.
 * @param {(folder: string) => Promise<void>} build builds them in a folder that does not exist yet.
 * @returns {Promise<string>} their folder, which exists as long as this process runs.
 */
export async function currentBundles(root, build) {
  const cache = join(root, 'node_modules/.cache/farebox');
  mkdirSync(cache, { recursive: true });
  const name = digestInputs(root);
  const folder = join(cache, name);
  const mark = `${folder}.${process.pid}`;
  writeFileSync(mark, '');
  marks.add(mark);
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else await make(folder, build, () => digestInputs(root) === name);
  removeUnused(cache, name);
  return folder;
}

/** The folder appears complete or not at all. */
async function make(folder, build, isCurrent) {
  const draft = `${folder}.${process.pid}.draft`;
  try {
    await build(draft);
    if (!isCurrent()) throw new Error('a source changed while it was bundled: run the command again');
    renameSync(draft, folder);
  } catch (error) {
    // A concurrent start created the folder first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function removeUnused(cache, current) {
  const entries = readdirSync(cache);
  const uses = entries.flatMap((entry) => MARK.exec(entry)?.groups ?? []);
  const isUsed = (name) => uses.some((mark) => mark.name === name && isAlive(Number(mark.pid)));
  for (const entry of entries) {
    const [name = '', pid] = entry.split('.');
    const isOver =
      pid === undefined ? name !== current && !isUsed(name) && isOld(join(cache, entry)) : !isAlive(Number(pid));
    if (isOver) rmSync(join(cache, entry), { recursive: true, force: true });
  }
}

/** A start that has just requested it may not have written its mark yet. */
function isOld(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
