/** The operations that run in a child process, by the name that plans use. */
import { analyze } from './analyze.ts';
import { convert } from './convert.ts';
import type { ChildOperation } from './operation.ts';
import { resize } from './resize.ts';

export const CHILD_OPERATIONS: Readonly<Record<string, ChildOperation>> = { analyze, convert, resize };
