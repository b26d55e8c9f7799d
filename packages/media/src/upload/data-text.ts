/**
 * The content of an upload's `data`, passed from the bytes between its quotes to the decoder. Refuses at the first
 * wrong byte.
 */
import { AppError, invalidJson, invalidRequest, LIMITS } from '@farebox/contract';
import type { Base64Decoder } from './base64-decoder.ts';
import { createUnescaper } from './unescaper.ts';

export interface DataText {
  /** Reads the content in `chunk` from `from` on. Returns the position of the closing quote, or −1. Throws AppError. */
  read(chunk: Buffer, from: number): number;
}

const QUOTE = 0x22;

/** The refusal of a text that is not canonical. */
export const NOT_CANONICAL = { '/data': 'must be canonical base64 of at least one byte' };

/** The refusal of an empty text, in words for the owner of an empty file. */
export const NO_BYTES = { '/data': 'is empty: a file has at least one byte' };

export function createDataText(decoder: Base64Decoder): DataText {
  const unescaper = createUnescaper();

  function decode(content: Buffer): void {
    const text = unescaper.write(content);
    const state = text === null ? 'not_canonical' : decoder.write(text);
    if (state === 'too_large') throw new AppError('file_too_large', { details: { bytesMax: LIMITS.uploadFileBytes } });
    if (state === 'decoding') return;
    throw content.some((byte) => byte < 0x20) ? invalidJson('syntax') : invalidRequest(NOT_CANONICAL);
  }

  return {
    read(chunk, from) {
      const quote = chunk.indexOf(QUOTE, from);
      decode(chunk.subarray(from, quote === -1 ? chunk.length : quote));
      const begun = quote === -1 ? '' : unescaper.rest();
      if (begun === '') return quote;
      // A quote after a backslash belongs to the text, and is not base64.
      throw begun === '\\' ? invalidRequest(NOT_CANONICAL) : invalidJson('syntax');
    },
  };
}
