/** The request in TypeScript: the method of @farebox/sdk, or `fetch` where the SDK has none. */
import { literal, TYPESCRIPT } from './literal.ts';
import type { SampleRequest } from './request.ts';
import { type SdkCall, SDK_CALLS } from './sdk-calls.ts';

export function typescriptSample(request: SampleRequest): string {
  const call = SDK_CALLS[request.operationId as keyof typeof SDK_CALLS];
  return call === null || call === undefined ? withFetch(request) : withSdk(call(request));
}

function withSdk({ imports = [], node = [], lines }: SdkCall): string {
  const names = ['createFarebox', ...imports].toSorted();
  return [
    `import { ${names.join(', ')} } from '@farebox/sdk';`,
    ...(node.length === 0 ? [] : [`import { ${node.join(', ')} } from '@farebox/sdk/node';`]),
    '',
    'const farebox = createFarebox({',
    '  baseUrl: process.env.FAREBOX_URL!,',
    '  apiKey: process.env.FAREBOX_API_KEY!,',
    '});',
    ...lines,
  ].join('\n');
}

function withFetch({ method, path, key, headers, body, reply }: SampleRequest): string {
  const authorization = key === null ? [] : [`Authorization: \`Bearer \${process.env.${key}}\``];
  const { nameOf, textOf } = TYPESCRIPT;
  const all = [
    ...authorization,
    ...Object.entries(headers).map(([name, value]) => `${nameOf(name)}: ${textOf(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(all.length === 0 ? [] : [`headers: {\n${all.map((each) => `    ${each},\n`).join('')}  }`]),
    ...(body === null || 'file' in body ? [] : [`body: JSON.stringify(${literal(body.json, TYPESCRIPT, 1)})`]),
  ];
  const url = `\`\${process.env.FAREBOX_URL}${path}\``;
  const given = options.length === 0 ? url : `${url}, {\n${options.map((each) => `  ${each},\n`).join('')}}`;
  const shown = reply === 'headers' ? 'Object.fromEntries(response.headers)' : 'await response.text()';
  return `const response = await fetch(${given});\nconsole.log(response.status, ${shown});`;
}
