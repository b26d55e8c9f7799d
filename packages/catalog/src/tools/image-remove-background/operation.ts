/** The operation `predict-cutout`: its parameters, input files and artifacts, for plans and the worker. */
import { paidOperation } from '../../operations/declaration.ts';

export const predictCutout = paidOperation({ parameters: {}, inputs: ['source'], artifacts: 'one' });
