/** Requests of the scenes' customers: provider calls that last, so that a fault always meets one, and work of our own engines beside them. */
import { type Kind, KINDS } from '../load/kinds.ts';

/** Calls in OpenAI's style, which respond when the work is done and cannot be looked up. */
export const pictures = (weight: number, lastsMs: number): Kind => ({
  name: 'a picture that takes its time',
  weight,
  tools: ['image-generate'],
  make: () => ({
    tool: 'image-generate',
    arguments: { prompt: `#sim:slow(${lastsMs}) a lighthouse`, size: '512x512' },
  }),
});

/** Calls in the predictions style, which are polled, and which the provider recognises by their token. */
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
