/** Calls that are answered without being accepted: nothing of them is kept, and they cost nothing. */
import type { Behaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { type Answer, errorAnswer, file } from './http/answer.ts';

const PAGE = '<!doctype html><html><body><h1>We will be right back</h1></body></html>';

/** Counts in memory: after a restart a call that is refused n times is refused so often again. */
export function createRefusals(): (call: Call, behaviour: Behaviour) => Answer | null {
  const counts = new Map<string, number>();
  return (call, { name, amount }) => {
    const answer = answers[name];
    if (answer === undefined) return null;
    const key = `${call.provider} ${call.token ?? call.digest} ${name}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (amount !== null && count > amount) return null;
    counts.set(key, count);
    return answer;
  };
}

const answers: Partial<Record<Behaviour['name'], Answer>> = {
  '429': withHeader(
    errorAnswer(429, { code: 'rate_limit_exceeded', message: 'too many requests' }),
    'retry-after',
    '1',
  ),
  '500': errorAnswer(500, { code: 'server_error', message: 'something went wrong' }),
  html: file('text/html; charset=utf-8', Buffer.from(PAGE)),
};

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}
