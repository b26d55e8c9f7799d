/** Breach: gateway-loads-no-engine */
export * from '@tollgate/worker';
