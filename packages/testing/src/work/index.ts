/** Meters of work, for tests: neither asks a clock. */
export { type BlockMeter, openBlockMeter } from './blocks.ts';
export { recordExpressions, slowOnes } from './expressions.ts';
