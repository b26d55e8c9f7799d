/** `resize`: another size, and if wanted another format. */
import type { ParametersOf } from '@tollgate/catalog';
import { encode } from './image/encode.ts';
import { type Target, resultSize } from './image/geometry.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

export function resize(context: ChildContext): Promise<ChildOutput> {
  const parameters = context.parameters as ParametersOf<'resize'>;
  return onSource(context, async ({ image, ...source }) => {
    const size = resultSize(source, parameters, context.limits);
    const format = parameters.format === 'source' ? source.format : parameters.format;
    const resized = image.resize({
      ...size,
      fit: exactFit(parameters),
      withoutEnlargement: !parameters.allowEnlargement,
      background: parameters.background ?? (format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 }),
    });
    const artifact = await encode(resized, { ...parameters, format }, context.directory);
    return { artifacts: [artifact], pixels: Math.max(source.width * source.height, artifact.width * artifact.height) };
  });
}

/** Where the size already follows the aspect ratio, it is met exactly. */
const exactFit = ({ width, height, fit }: Target): 'cover' | 'contain' | 'fill' =>
  width === undefined || height === undefined || fit === 'inside' || fit === 'outside' ? 'fill' : fit;
