/** Breach: no-cycle */
import { cycle } from './cycle.ts';

export const other = (): unknown => cycle;
