/**
 * Refuses ambiguous request heads before anything else is read: a proxy in front may have used the other `Host` or the
 * other `Authorization`. Each header of this list may occur once.
 */
import type { IncomingMessage } from 'node:http';
import type { FieldProblems } from '@farebox/contract';
import { header, isSent } from './header.ts';

const ONCE = ['Host', 'Authorization', 'Content-Type', 'Transfer-Encoding'] as const;
const BY_LENGTH = new Map<number, string>(ONCE.map((name) => [name.length, name.toLowerCase()]));

/** Returns null for a head with one meaning. */
export function headProblems(request: IncomingMessage): FieldProblems | null {
  if (!isSent(request, 'host')) return { 'header:Host': 'is required' };
  if (isSent(request, 'transfer-encoding') && header(request, 'transfer-encoding')?.toLowerCase() !== 'chunked')
    return { 'header:Transfer-Encoding': 'must be chunked' };
  const twice = repeated(request.rawHeaders);
  return twice === undefined ? null : { [`header:${twice}`]: 'is given more than once' };
}

/** Compares the length of a name first, because this runs for every request. */
function repeated(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const candidate = BY_LENGTH.get(name.length);
    if (candidate === undefined || name.toLowerCase() !== candidate) continue;
    if (seen.includes(candidate)) return ONCE.find((each) => each.toLowerCase() === candidate);
    seen.push(candidate);
  }
  return undefined;
}
