/** What the customers of the scenes ask for: paid calls that last, so that something always hits one, and work of our own beside them. */
import { type Kind, KINDS } from '../load/kinds.ts';

/** By OpenAI's manner, which answers when the work is done and knows no call again. */
export const pictures = (weight: number, lastsMs: number): Kind => ({
  name: 'a picture that takes its time',
  weight,
  tools: ['image-generate'],
  make: () => ({
    tool: 'image-generate',
    arguments: { prompt: `#sim:slow(${lastsMs}) a lighthouse`, size: '512x512' },
  }),
});

/** By the predictions' manner, which is asked again and again, and knows a call by its token. */
export const stylings = (weight: number, lastsMs: number): Kind => ({
  name: 'a styling that takes its time',
  weight,
  tools: ['image-stylize'],
  make: (_, picture) => ({
    tool: 'image-stylize',
    arguments: { source: { fileId: picture }, prompt: `#sim:slow(${lastsMs}) a lighthouse` },
  }),
});

export const OWN_WORK: readonly Kind[] = KINDS.filter(({ name }) =>
  ['at once', 'short', 'failing', 'with an artifact', 'two pictures', 'a sound'].includes(name),
);
