/**
 * Whether a PNG is animated (APNG). Our decoder shows only its first picture, so it would become a still image without
 * a word.
 */
import { hasTag, tag, u32be } from './bytes.ts';

/** @param bytes of a PNG; damaged chunks end the search. One frame that is the image itself is no animation. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += u32be(bytes, at) + 12) {
    if (isAnimation(bytes, { type: tag(bytes, at + 4), start: at + 8 })) return true;
    if (hasTag(bytes, at + 4, 'IEND')) return false;
  }
  return false;
}

export const isAnimation = (bytes: Buffer, { type, start }: { readonly type: string; readonly start: number }) =>
  type === 'fdAT' || (type === 'acTL' && start + 4 <= bytes.length && u32be(bytes, start) > 1);
