/** Types of inputs.mjs, which the bootstrap imports as plain JavaScript. */
export function listInputs(root: string): string[];
export function digestInputs(root: string): string;
