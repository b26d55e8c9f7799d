/** Types of current.mjs, which the bootstrap imports as plain JavaScript. */
export function currentBundles(root: string, build: (folder: string) => Promise<void>): Promise<string>;
