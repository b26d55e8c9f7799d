/**
 * What a key may be. The alphabet makes every key a safe relative path and a URL path that needs no escaping: no dot
 * segment, no upper case, no empty segment. Which keys there are is not known here, but whose an object is stands in each.
 */
import { invariant } from '@farebox/kernel';

const KEY = /^[a-z0-9_-][a-z0-9._-]{0,127}(\/[a-z0-9_-][a-z0-9._-]{0,127}){0,7}$/;

export const isKey = (key: string): boolean => KEY.test(key);

export function checkKey(key: string): void {
  invariant(isKey(key), 'an object key is 1 to 8 segments of a-z 0-9 . _ - and none begins with a dot');
}

export function checkPrefix(prefix: string): void {
  invariant(prefix === '' || (prefix.endsWith('/') && isKey(prefix.slice(0, -1))), 'a prefix is empty, or a key and /');
}

/** Whose object it is. */
export const projectOf = (key: string): string => key.split('/')[1] ?? '';
