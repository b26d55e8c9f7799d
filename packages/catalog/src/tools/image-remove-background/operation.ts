/** `predict-cutout`: what a worker is told of it, and nothing else. */
import { paidOperation } from '../../operations/declaration.ts';

export const predictCutout = paidOperation({ parameters: {}, inputs: ['source'], artifacts: 'one' });
