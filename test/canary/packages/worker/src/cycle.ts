/** The other half of the breach in cycle-other.ts, where the cruiser reports it. */
import { other } from './cycle-other.ts';

export const cycle = (): unknown => other;
