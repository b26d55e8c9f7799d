/** `convert`: the same image in another format. */
import { encode } from './image/encode.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

export function convert(context: ChildContext<'convert'>): Promise<ChildOutput> {
  return onSource(context, async ({ image, width, height }) => {
    const artifact = await encode(image, context.parameters, context.directory);
    return { artifacts: [artifact], pixels: width * height };
  });
}
