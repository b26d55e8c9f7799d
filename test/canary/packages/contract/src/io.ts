/** Breach: kernel-is-pure-of-io */
export { readFileSync } from 'node:fs';
