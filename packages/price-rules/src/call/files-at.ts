/** The file arguments of a call, as the rules of files name them. */
import { below, ELEMENT, memberOf, partsOf } from '../pointer.ts';
import type { Pointer } from '../rule.ts';

interface FileAt {
  readonly pointer: Pointer;
  readonly file: unknown;
}

/** The file arguments of a call that a pattern such as `/tracks/*` names. */
export function filesAt(value: unknown, pattern: Pointer): readonly FileAt[] {
  let found: readonly FileAt[] = [{ pointer: '', file: value }];
  for (const part of partsOf(pattern) ?? []) {
    found = found.flatMap(({ pointer, file }) => {
      if (part === ELEMENT && Array.isArray(file))
        return file.map((each: unknown, index) => ({ pointer: below(pointer, index), file: each }));
      const member = memberOf(file, part);
      return member === undefined ? [] : [{ pointer: below(pointer, part), file: member }];
    });
  }
  return found;
}
