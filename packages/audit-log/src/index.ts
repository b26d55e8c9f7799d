/** The log of administrative acts, in hash chains that reveal altered or removed entries. */
export { chainOf, type Entry, type NewEntry, PLATFORM } from './entry.ts';
export { appendEntry, findReplay, lockChain } from './store/append.ts';
export { givenAlone } from './store/given.ts';
export { type EntryPage, readEntries } from './store/read.ts';
export { readChains } from './store/chains.ts';
export { verifyChain } from './store/verify.ts';
