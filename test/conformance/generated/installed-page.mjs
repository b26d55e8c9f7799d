/**
 * A page that pays, with its requests in localStorage. Argument `leave`: it is gone when the response to what it pays for comes. Prints what it paid
 * for, and whether an earlier page had begun it.
 */
import { createFarebox, usd, webStore } from '@farebox/sdk';

const { FAREBOX_URL: baseUrl, FAREBOX_API_KEY: apiKey } = process.env;
const isLeaving = process.argv[2] === 'leave';
const leaving = async (...sent) => {
  const response = await fetch(...sent);
  if (isLeaving && new Headers(sent[1]?.headers).has('Idempotency-Key')) process.kill(process.pid, 'SIGKILL');
  return response;
};
const farebox = createFarebox({ baseUrl, apiKey, store: webStore(localStorage), fetch: leaving });
const ceiling = usd('0.05');
const [begun] = await farebox.pending();
const { execution } =
  begun === undefined
    ? await farebox.run('image-analyze', { source: { fileId: 'file_sample_photo' } }, { ceiling })
    : await farebox.resume(begun, { ceiling });
console.log(JSON.stringify({ id: execution.id, isResumed: begun !== undefined, left: localStorage.length }));
