/** Pointers into arguments, and JSON Pointers of problems. */

export const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
export const POINTER_LENGTH_MAX = 200;

/** The member of a pointer that stands for the element of the array over which `each` goes. */
export const ELEMENT = '*';

/** Null if it is no RFC 6901 pointer below the arguments, or a very long one. */
export const partsOf = (pointer: string): readonly string[] | null =>
  pointer.length <= POINTER_LENGTH_MAX && POINTER.test(pointer)
    ? pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    : null;

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The pointer of a member. */
export const below = (pointer: string, part: string | number): string => `${pointer}/${escaped(String(part))}`;

/** The position that a part of a pointer names in an array; null if it is none. */
export const indexOf = (part: string): number | null => (/^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : null);

/** A member of an object from outside, never an inherited one. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
