/** For the matrix of tenant isolation: sends requests of any method without changing them. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { comparable } from '../testing/gateway.fixture.ts';
import { visible } from './requests.fixture.ts';

export interface Sent {
  /** Path and query, such as `/files/…?…`. */
  readonly path: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Returns the visible part of the response. */
export async function send(
  url: string,
  { path, method, headers = {}, body }: Sent,
): Promise<ReturnType<typeof visible>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof visible>>();
  const sending = request(new URL(url), { path, method, headers, agent: false }, (response) => {
    const { statusCode: status = 0, rawHeaders } = response;
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
    );
    const headers = new Headers(pairs);
    text(response).then((said) => resolve(visible({ status, text: comparable(said, { headers }), headers })), reject);
  });
  sending.on('error', reject);
  sending.end(body);
  return await promise;
}
