/** Names one request in answers and logs. Never taken from the client: a name that others choose names nothing. */
import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(9).toString('hex');
let count = 0;

/** Unique by a random part a process and a counter: costs no randomness a request. */
export const newRequestId = (): string => `req_${PROCESS}${(++count).toString(36).padStart(6, '0')}`;
