/**
 * Validates keys. The allowed characters make every key a safe relative path and a URL path without escaping: no dot
 * segments, no upper case, no empty segments. This package does not define the keys, but each contains the project of
 * its object.
 */
import { invariant } from '@farebox/kernel';

const KEY = /^[a-z0-9_-][a-z0-9._-]{0,127}(\/[a-z0-9_-][a-z0-9._-]{0,127}){0,7}$/;

export const isKey = (key: string): boolean => KEY.test(key);

export function checkKey(key: string): void {
  invariant(isKey(key), 'an object key is 1 to 8 segments of a-z 0-9 . _ - and no segment starts with a dot');
}

export function checkPrefix(prefix: string): void {
  invariant(prefix === '' || (prefix.endsWith('/') && isKey(prefix.slice(0, -1))), 'a prefix is empty, or a key and /');
}

/** The project of the object. */
export const projectOf = (key: string): string => key.split('/')[1] ?? '';
