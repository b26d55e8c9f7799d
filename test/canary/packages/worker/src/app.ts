/** Breach: packages-never-import-apps, no-path-into-a-neighbour */
export * from '../../../apps/keeper/src/leaf.ts';
