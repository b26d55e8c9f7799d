/** `thumbnails`: an image that is decoded once, in several sizes and in their order. */
import { encode } from './image/encode.ts';
import { openRaster, rasterOf } from './image/engine.ts';
import { resultSize } from './image/geometry.ts';
import { scaled } from './image/scale.ts';
import { onSource } from './image/source.ts';
import { type ChildArtifact, type ChildContext, type ChildOutput, Refused } from './operation.ts';

export function thumbnails(context: ChildContext<'thumbnails'>): Promise<ChildOutput> {
  const { sizes, allowEnlargement, ...options } = context.parameters;
  return onSource(context, async ({ image, ...source }) => {
    const targets = sizes.map((each) => {
      const target = { ...each, allowEnlargement };
      return { ...target, size: resultSize(source, target, context.limits) };
    });
    const made = targets.reduce((sum, { size }) => sum + size.width * size.height, 0);
    if (made > context.limits.pixelsMax) throw new Refused('result_too_large');
    const format = options.format === 'source' ? source.format : options.format;
    const raster = await rasterOf(image);
    const artifacts: ChildArtifact[] = [];
    for (const [n, target] of targets.entries()) {
      const thumbnail = scaled(openRaster(raster), { ...options, ...target, format });
      artifacts.push(await encode(thumbnail, { ...options, format, name: `thumbnail-${n}` }, context.directory));
      context.onProgress(artifacts.length / targets.length);
    }
    return { artifacts, pixels: Math.max(source.width * source.height, made) };
  });
}
