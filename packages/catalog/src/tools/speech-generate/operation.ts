/** `generate-speech`: what a worker is told of it, and nothing else. */
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const generateSpeech = paidOperation({ parameters: { text, voice: text }, inputs: [], artifacts: 'one' });
