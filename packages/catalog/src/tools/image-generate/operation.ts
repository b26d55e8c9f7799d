/** The operation `generate-image`: its parameters, input files and artifacts, for plans and the worker. */
import { paidOperation } from '../../operations/declaration.ts';
import { text } from '../../operations/parameters.ts';

export const generateImage = paidOperation({ parameters: { prompt: text, size: text }, inputs: [], artifacts: 'one' });
