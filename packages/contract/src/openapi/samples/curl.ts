/** The request as a curl command. `FAREBOX_URL` and the key are variables of the shell. */
import type { SampleRequest } from './request.ts';

export function curlSample({ method, path, key, headers, body, reply }: SampleRequest): string {
  const authorization = key === null ? [] : [`--header "Authorization: Bearer $${key}"`];
  const others = Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  return [
    `curl ${methodOf(method, reply)}"$FAREBOX_URL${path}"`,
    ...authorization,
    ...others,
    ...(reply === 'stream' ? ['--no-buffer'] : []),
    ...dataOf(body),
  ].join(' \\\n  ');
}

function methodOf(method: string, reply: SampleRequest['reply']): string {
  if (method === 'HEAD') return '--head ';
  const shown = reply === 'headers' ? '--include ' : '';
  return method === 'GET' ? shown : `${shown}--request ${method} `;
}

function dataOf(body: SampleRequest['body']): readonly string[] {
  if (body === null) return [];
  return 'file' in body ? [`--data-binary @${body.file}`] : [`--data ${quoted(JSON.stringify(body.json))}`];
}

/** Inside single quotes the shell replaces nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
