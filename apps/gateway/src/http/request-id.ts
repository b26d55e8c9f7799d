/** Makes the id of a request for responses and logs. A client cannot choose it, so no two requests share one. */
import { randomBytes } from 'node:crypto';

const PROCESS = randomBytes(9).toString('hex');
let count = 0;

/** A random part per process and a counter make it unique without randomness per request. */
export const newRequestId = (): string => `req_${PROCESS}${(++count).toString(36).padStart(6, '0')}`;
