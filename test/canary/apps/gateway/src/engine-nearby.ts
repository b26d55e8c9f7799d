/** Breach: gateway-loads-no-engine */
export * from '@farebox/worker';
