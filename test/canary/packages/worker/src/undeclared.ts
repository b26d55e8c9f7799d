/** Breach: declared-dependencies */
export { expect } from 'vitest';
