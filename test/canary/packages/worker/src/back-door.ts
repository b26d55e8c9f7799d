/** Breach: no-path-into-a-neighbour, one-way-worker */
export * from '../../unlisted/src/leaf.ts';
