/** Simulates another process of the same key: adds requests to a directory and removes them, all at once. Arguments: the directory, and the names. */
import { fileStore } from '../node/file-store.ts';
import { storedAs } from './stored.ts';

const ROUNDS = 60;

const [folder = '', ...names] = process.argv.slice(2);
const store = fileStore(folder);

async function passing(name: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await store.add(storedAs(name));
    await store.remove(name);
  }
}

await Promise.all(names.map(passing));
