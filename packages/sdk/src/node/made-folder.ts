/** Creates a folder and its missing parents. Node's own recursive `mkdir` never ends below `/proc`, where nothing can be created. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Rejects with the name of the folder. */
export async function madeFolder(folder: string): Promise<void> {
  try {
    for (const each of await missing(resolve(folder))) await mkdir(each, { mode: 0o700 }).catch(unlessThere);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`the folder ${folder} cannot be created: ${why}`, { cause });
  }
}

/** Parents first. */
async function missing(folder: string): Promise<readonly string[]> {
  const found = await stat(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder) return null;
    throw error;
  });
  if (found === null) return [...(await missing(dirname(folder))), folder];
  if (!found.isDirectory()) throw new Error(`${folder} is no folder`);
  return [];
}

/** Another process may create the same folder. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
