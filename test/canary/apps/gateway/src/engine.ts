/** Breach: gateway-loads-no-engine */
export * from './engine-nearby.ts';
