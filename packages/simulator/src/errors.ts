/** Calls that get an error without being accepted: nothing of them is kept, and they cost nothing. */
import type { Behaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { type HttpResponse, detailResponse, errorResponse, file } from './http/response.ts';

const PAGE = '<!doctype html><html><body><h1>We will be right back</h1></body></html>';

/** Counts in memory, so after a restart a call that is refused n times is refused n times again. */
export function createErrors(): (call: Call, behaviour: Behaviour) => HttpResponse | null {
  const counts = new Map<string, number>();
  return (call, { name, amount }) => {
    const httpResponse = (call.provider === 'predictions' ? WITH_DETAIL : WITH_ERROR)[name];
    if (httpResponse === undefined) return null;
    const key = `${call.provider} ${call.token ?? call.digest} ${name}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (amount !== null && count > amount) return null;
    counts.set(key, count);
    return httpResponse;
  };
}

type ErrorFormat = typeof errorResponse;

const responsesOf = (error: ErrorFormat): Partial<Record<Behaviour['name'], HttpResponse>> => ({
  '429': withHeader(error(429, { code: 'rate_limit_exceeded', message: 'too many requests' }), 'retry-after', '1'),
  '500': error(500, { code: 'server_error', message: 'something went wrong' }),
  html: file('text/html; charset=utf-8', Buffer.from(PAGE)),
});

const [WITH_ERROR, WITH_DETAIL] = [responsesOf(errorResponse), responsesOf(detailResponse)];

function withHeader(httpResponse: HttpResponse, name: string, value: string): HttpResponse {
  return { ...httpResponse, headers: { ...httpResponse.headers, [name]: value } };
}
