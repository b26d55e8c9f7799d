/** `resize`: another size and, if requested, another format. */
import { encode } from './image/encode.ts';
import { resultSize } from './image/geometry.ts';
import { scaled } from './image/scale.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

export function resize(context: ChildContext<'resize'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  return onSource(context, async ({ image, ...source }) => {
    const size = resultSize(source, parameters, context.limits);
    const format = parameters.format === 'source' ? source.format : parameters.format;
    const resized = scaled(image, { ...parameters, format, size });
    const artifact = await encode(resized, { ...parameters, format }, context.directory);
    return { artifacts: [artifact], pixels: Math.max(source.width * source.height, artifact.width * artifact.height) };
  });
}
