/**
 * Bytes → one JSON object, or `invalid_json`. What passes here can be canonicalised, hashed and stored: no text that is
 * not Unicode, no NUL (PostgreSQL stores neither), no number beyond a double, no nesting that a recursion would die of.
 */
import { isUtf8 } from 'node:buffer';
import { AppError, LIMITS } from '@tollgate/contract';
import type { JsonObject } from '../endpoint.ts';

export function parseJsonObject(bytes: Buffer): JsonObject {
  const value = isUtf8(bytes) ? parse(bytes.toString('utf8')) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isStorable(value, 1)) {
    throw new AppError('invalid_json');
  }
  return value as JsonObject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > LIMITS.jsonDepth) return false;
  if (Array.isArray(value)) return value.every((each) => isStorable(each, depth + 1));
  return Object.keys(value).every((name) => isStorableText(name) && isStorable((value as JsonObject)[name], depth + 1));
}

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
