/** Types of inputs.mjs, which the bootstrap reads as it is. */
export function listInputs(root: string): string[];
export function digestInputs(root: string): string;
