/** Who did what as an administrator, in chains of hashes that tell when an entry was altered or removed. */
export { chainOf, type Entry, type NewEntry, PLATFORM } from './entry.ts';
export { appendEntry, findReplay, lockChain } from './store/append.ts';
export { type EntryPage, readEntries } from './store/read.ts';
export { readChains } from './store/chains.ts';
export { verifyChain } from './store/verify.ts';
