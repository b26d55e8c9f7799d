/** `collage`: several images in a grid. One is decoded at a time, and kept no larger than its cell. */
import type { ParametersOf } from '@farebox/catalog';
import { encode } from './image/encode.ts';
import { openCanvas, rasterOf } from './image/engine.ts';
import type { Size } from './image/geometry.ts';
import { type Source, onSources } from './image/source.ts';
import { type ChildContext, type ChildOutput, Refused } from './operation.ts';

type Parameters = ParametersOf<'collage'>;

export function collage(context: ChildContext<'collage'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  return onSources(context, async (sources) => {
    const images = listOf(sources);
    const size = sizeOf(images.length, parameters);
    if (
      size.width * size.height > context.limits.pixelsMax ||
      Math.max(size.width, size.height) > context.limits.sideMax
    ) {
      throw new Refused('result_too_large');
    }
    const background = parameters.background ?? (parameters.format === 'jpeg' ? '#ffffff' : undefined);
    const cells = [];
    for (const [n, image] of images.entries()) {
      cells.push(await cellOf(image, { n, ...parameters }));
      // The last part is compositing and encoding the whole.
      context.onProgress(cells.length / (images.length + 1));
    }
    const laid = openCanvas(size, background).composite(cells);
    const artifact = await encode(background === undefined ? laid : laid.removeAlpha(), parameters, context.directory);
    const decoded = images.reduce((sum, { width, height }) => sum + width * height, 0);
    return { artifacts: [artifact], pixels: Math.max(decoded, size.width * size.height) };
  });
}

/** In the order of their indexes. */
const listOf = (sources: Readonly<Record<`images/${number}`, Source>>): readonly Source[] =>
  Array.from({ length: Object.keys(sources).length }, (_, n) => sources[`images/${n}`] as Source);

function sizeOf(count: number, { columns, cellWidth, cellHeight, gap }: Parameters): Size {
  return {
    width: columns * (cellWidth + gap) + gap,
    height: Math.ceil(count / columns) * (cellHeight + gap) + gap,
  };
}

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 } as const;

async function cellOf({ image }: Source, { n, columns, cellWidth, cellHeight, gap, fit }: Parameters & { n: number }) {
  const size = { width: cellWidth, height: cellHeight };
  const { data, ...raw } = await rasterOf(image.ensureAlpha().resize({ ...size, fit, background: NOTHING }));
  const [column, row] = [n % columns, Math.floor(n / columns)];
  return { input: data, raw, left: gap + column * (cellWidth + gap), top: gap + row * (cellHeight + gap) };
}
