/** Hides regions of a picture behind large pixels. Start: PORT=9401 FAREBOX_RUNNER_SECRETS=whsec_… npm start */
import { createRunner, type Run, type RunOutcome, RunFailed } from '@farebox/runner';
import { folderStore, serve } from '@farebox/runner/node';
import sharp, { type OverlayOptions } from 'sharp';

interface Arguments {
  /** In shares of the picture, 0 to 1. */
  readonly regions: readonly Readonly<Record<'left' | 'top' | 'width' | 'height', number>>[];
  /** Side of a large pixel, in pixels. */
  readonly block: number;
}

async function pixelate({ arguments: { regions, block }, file, outputs }: Run<Arguments>): Promise<RunOutcome> {
  const source = file('/source');
  const picture = sharp(await source.bytes()).autoOrient();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true }).catch(rejected);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const hide = async (region: Arguments['regions'][number]): Promise<OverlayOptions> => {
    const left = Math.min(Math.floor(region.left * info.width), info.width - 1);
    const top = Math.min(Math.floor(region.top * info.height), info.height - 1);
    const width = Math.min(Math.ceil(region.width * info.width), info.width - left);
    const height = Math.min(Math.ceil(region.height * info.height), info.height - top);
    const part = sharp(data, { raw }).extract({ left, top, width, height });
    const few = part.resize(Math.ceil(width / block), Math.ceil(height / block), { fit: 'fill' });
    const large = sharp(await few.png().toBuffer()).resize(width, height, { fit: 'fill', kernel: 'nearest' });
    return { input: await large.png().toBuffer(), left, top };
  };
  const format = source.mimeType === 'image/jpeg' ? 'jpeg' : 'png';
  const hidden = sharp(data, { raw }).composite(await Promise.all(regions.map(hide)));
  await outputs[0]!.put(await hidden.toFormat(format).toBuffer(), `image/${format}`);
  return { result: { regions: regions.length } };
}

function rejected(error: Error): never {
  throw new RunFailed(error.message, { reason: 'content_rejected' });
}

const runner = createRunner({
  secrets: process.env.FAREBOX_RUNNER_SECRETS!.split(' '),
  store: folderStore(process.env.RUNS ?? 'runs'), // runs are known after a restart
  tools: { 'acme-pixelate': pixelate },
});
const { url } = await serve(runner, { port: Number(process.env.PORT) });
console.log(`listening at ${url}`);
