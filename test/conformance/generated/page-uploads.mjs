/** A page that uploads files with their progress, and calls a service of another origin, which does not list the page. Posts its findings. */
import { createFarebox, putFile } from '@farebox/sdk';

const SIZE = 12 * 1024 * 1024;
const file = new Blob([new Uint8Array(SIZE)], { type: 'text/plain' });
const elsewhere = new URL(location.href).searchParams.get('elsewhere');
const addressOf = (path, origin = location.origin) => ({
  uploadUrl: `${origin}${path}`,
  method: 'PUT',
  headers: { 'Content-Type': 'audio/wav' },
});

/** How an upload ended, and the progress that it reported. */
async function uploaded(address, options = {}) {
  const sent = [];
  const onProgress = ({ sentBytes, sizeBytes }) => {
    sent.push(sentBytes / sizeBytes);
    options.onProgress?.();
  };
  const end = await putFile(address, file, { ...options, onProgress }).then(
    ({ id }) => id,
    (error) => `${error.code ?? error.message} ${error.http ?? ''} ${JSON.stringify(error.details?.fileId ?? '')}`,
  );
  return { end, sent };
}

async function seen() {
  const { end, sent } = await uploaded(addressOf('/slow'));
  const controller = new AbortController();
  const abort = () => controller.abort(new Error('enough'));
  const farebox = createFarebox({ baseUrl: elsewhere, apiKey: 'fb', attemptsMax: 1 });
  return {
    stored: end,
    isGradual: sent.length > 1 && sent[0] < 1,
    isMonotonic: sent.every((share, at) => at === 0 || share >= sent[at - 1]),
    last: sent.at(-1),
    aborted: (await uploaded(addressOf('/never'), { signal: controller.signal, onProgress: abort })).end,
    abortedBefore: (await uploaded(addressOf('/slow'), { signal: AbortSignal.abort(new Error('before')) })).end,
    used: (await uploaded(addressOf('/used'))).end,
    broken: (await uploaded(addressOf('/broken'))).end,
    unlisted: await farebox.usage().catch(({ code, reason }) => `${code}: ${reason}`),
    unlistedUpload: (await uploaded(addressOf('/slow', elsewhere))).end,
  };
}

await fetch('/seen', { method: 'POST', body: JSON.stringify(await seen()) });
