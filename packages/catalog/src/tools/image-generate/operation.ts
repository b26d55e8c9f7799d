/** `generate-image`: what a worker is told of it, and nothing else. */
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const generateImage = paidOperation({ parameters: { prompt: text, size: text }, inputs: [], artifacts: 'one' });
