/** The request in Python, with the library httpx. */
import { literal, PYTHON } from './literal.ts';
import type { SampleRequest } from './request.ts';

export function pythonSample(request: SampleRequest): string {
  const { method, reply } = request;
  const call = reply === 'stream' ? 'with httpx.stream' : 'response = httpx.request';
  const lines = [
    'import os',
    '',
    'import httpx',
    '',
    `${call}(`,
    `    "${method}",`,
    `    f"{os.environ['FAREBOX_URL']}${request.path}",`,
    ...headersOf(request),
    ...bodyOf(request),
    ...(reply === 'stream' ? ['    timeout=None,', ') as response:'] : [')']),
    ...(reply === 'stream' ? STREAMED : ['response.raise_for_status()', SHOWN[reply]]),
  ];
  return lines.join('\n');
}

const STREAMED = ['    for line in response.iter_lines():', '        print(line)'];
const SHOWN = {
  json: 'print(response.json())',
  text: 'print(response.text)',
  headers: 'print(response.headers)',
} as const;

function headersOf({ key, headers, body }: SampleRequest): readonly string[] {
  // httpx names the type of a JSON body itself.
  const others = Object.entries(headers).filter(
    ([name]) => name !== 'Content-Type' || (body !== null && 'file' in body),
  );
  const authorization = key === null ? [] : [`"Authorization": f"Bearer {os.environ['${key}']}"`];
  const all = [...authorization, ...others.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)];
  return all.length === 0 ? [] : ['    headers={', ...all.map((each) => `        ${each},`), '    },'];
}

function bodyOf({ body }: SampleRequest): readonly string[] {
  if (body === null) return [];
  return 'file' in body ? [`    content=open("${body.file}", "rb"),`] : [`    json=${literal(body.json, PYTHON, 1)},`];
}
