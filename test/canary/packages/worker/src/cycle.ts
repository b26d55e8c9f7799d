/** Breach: no-cycle */
import { other } from './cycle-other.ts';

export const cycle = (): unknown => other;
