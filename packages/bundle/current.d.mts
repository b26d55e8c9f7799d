/** Types of current.mjs, which the bootstrap reads as it is. */
export function currentBundles(root: string, build: (folder: string) => Promise<void>): Promise<string>;
