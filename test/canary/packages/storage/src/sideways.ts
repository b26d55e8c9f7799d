/** Breach: one-way-storage */
export * from '@farebox/catalog';
