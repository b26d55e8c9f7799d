/** `convert`: the same picture in another format. */
import type { ParametersOf } from '@tollgate/catalog';
import { encode } from './image/encode.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

export function convert(context: ChildContext): Promise<ChildOutput> {
  return onSource(context, async ({ image, width, height }) => {
    const artifact = await encode(image, context.parameters as ParametersOf<'convert'>, context.directory);
    return { artifacts: [artifact], pixels: width * height };
  });
}
