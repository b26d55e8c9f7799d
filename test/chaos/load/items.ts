/** Different inputs of one tool, for the items of a batch. */
import type { Kind, Request } from './kinds.ts';
import { PAGES_MAX } from './own-kinds.ts';

type Input = Readonly<Record<string, unknown>>;

const prompted = (input: Input, index: number): Input => ({ ...input, prompt: `${String(input['prompt'])} ${index}` });
const paged = (input: Input, index: number): Input => ({
  ...input,
  pages: 1 + ((Number(input['pages']) + index) % PAGES_MAX),
});
const oneOf =
  (...models: string[]) =>
  (input: Input, index: number): Input => ({ ...input, model: models[index % models.length] });

/** Models of a tool have different prices. */
const VARIANTS: Readonly<Record<string, (input: Input, index: number) => Input>> = {
  rehearsal: (_, index) => [{ durationMs: 5 * index }, { artifactBytes: index }, { outcome: 'fail' }][index % 3] ?? {},
  'image-resize': (input, index) => ({ ...input, width: 16 + index }),
  'image-convert': oneOf('webp', 'avif', 'jpeg', 'png'),
  'audio-convert': oneOf('mp3', 'wav', 'flac'),
  'image-generate': prompted,
  'image-stylize': prompted,
  'video-generate': (input, index) => ({ ...input, seconds: 8 - index }),
  'chaos-read': paged,
  'chaos-read-once': paged,
  'chaos-redraw': paged,
  'chaos-claim': paged,
  'chaos-claim-once': paged,
  '@chaos': prompted,
};

const variantOf = (tool: string) => VARIANTS[tool.split(':')[0] ?? ''];

/** Whether its items differ in a batch. */
export const isVaried = ({ tools: [tool = ''] }: Kind): boolean => variantOf(tool) !== undefined;

/** The first item is the request itself; a tool without variants gets equal items. */
export function itemsOf({ tool, arguments: input }: Request, size: number): readonly { readonly arguments: object }[] {
  const variant = variantOf(tool);
  return Array.from({ length: size }, (_, index) => ({
    arguments: index === 0 || variant === undefined ? input : variant(input as Input, index),
  }));
}
