/** The operation `generate-speech`: its parameters, input files and artifacts, for plans and the worker. */
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const generateSpeech = paidOperation({ parameters: { text, voice: text }, inputs: [], artifacts: 'one' });
