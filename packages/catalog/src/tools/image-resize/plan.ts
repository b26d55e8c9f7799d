/** What image-resize does, and the most it can measure. */
import type { FileFacts } from '../../files.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, sourceInputs, sourceSize } from '../../image/source.ts';
import type { Planned } from '../../tool.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';
import type { ResizeArguments } from './schema.ts';
import { resizePixelsMax, resizedSize } from './size.ts';

export function planResize(input: ResizeArguments, files: ReadonlyMap<string, FileFacts>): Planned {
  const source = sourceSize(input, files);
  const result = resizedSize(source, input);
  if (pixelsOf(result) > IMAGE_PIXELS_MAX || Math.max(result.width, result.height) > IMAGE_SIDE_MAX) {
    return { ok: false, message: 'invalid_arguments', fields: tooLarge(input, result) };
  }
  const { source: _, ...parameters } = input;
  // A turned source could need more than a result may have; the worker refuses that, so it is never billed.
  const pixels = Math.min(resizePixelsMax(source, input), IMAGE_PIXELS_MAX);
  return {
    ok: true,
    steps: [
      {
        name: 'resize',
        engine: 'image',
        operation: 'resize',
        parameters,
        inputs: sourceInputs(input),
        description: 'Image resize',
        unitsMax: startedMegapixels(pixels),
      },
    ],
  };
}

function tooLarge({ width }: ResizeArguments, result: { width: number; height: number }) {
  const reason = `makes a result of ${result.width} × ${result.height}; it may have 40 megapixels and ${IMAGE_SIDE_MAX} pixels a side`;
  return { [width === undefined ? '/height' : '/width']: reason };
}
