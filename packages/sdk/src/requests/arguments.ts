/** The arguments of a request as canonical JSON. What is no JSON is refused before anything is stored or sent. */
import { FareboxError } from '../errors.ts';
import { canonical, NoJson } from './canonical.ts';
import type { PaidKind } from './kinds.ts';

/** Throws FareboxError `invalid_arguments`. */
export const argumentsText = (kind: PaidKind, args: unknown, request: string | null = null): string =>
  kind === 'batch' ? listText(args, request) : objectText(args, { at: '', request });

function listText(list: unknown, request: string | null): string {
  if (!Array.isArray(list))
    throw invalid(`must be a list of objects, such as [{ width: 160 }, { width: 320 }], and not ${shown(list)}`, {
      request,
    });
  const texts = Array.from(list as readonly unknown[], (each, at) => objectText(each, { at: `item ${at}: `, request }));
  return `[${texts.join(',')}]`;
}

interface Place {
  /** The item of a batch, as the beginning of a text. */
  readonly at?: string;
  readonly request: string | null;
}

function objectText(args: unknown, place: Place): string {
  let text: string | undefined;
  try {
    // A text only if there is a value: JSON has none for a function.
    text = canonical(args) as string | undefined;
  } catch (cause) {
    if (cause instanceof NoJson && cause.member !== '') throw invalid(cause.message, place, cause.member);
    if (cause instanceof RangeError) throw invalid('contain themselves or are nested too deep', place);
    if (!(cause instanceof NoJson)) throw invalid(`are no JSON: ${String(cause)}`, place);
  }
  if (text?.startsWith('{') === true) return text;
  throw invalid(`must be an object, such as { width: 200 }, and not ${shown(args)}`, place);
}

function invalid(problem: string, { at = '', request }: Place, member = 'arguments'): FareboxError {
  const fields = { [`${at}${member}`]: problem };
  return new FareboxError('invalid_arguments', { request, details: { fields }, hint: 'nothing was sent' });
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? 'a text' : JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? `of the type ${typeOf(value)}` : String(value).slice(0, 40);
}

const typeOf = (value: object): string =>
  (value.constructor as { readonly name?: string } | undefined)?.name ?? 'object';
