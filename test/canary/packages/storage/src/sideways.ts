/** Breach: one-way-storage */
export * from '@tollgate/catalog';
