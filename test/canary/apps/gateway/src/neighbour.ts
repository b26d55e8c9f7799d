/** Breach: apps-never-import-apps, no-path-into-a-neighbour */
export * from '../../keeper/src/leaf.ts';
