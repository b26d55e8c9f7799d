#!/usr/bin/env node
/** farebox-types: prints the TypeScript types of a deployment's tools. Usage: farebox-types <base url> > tools.ts, with the key in FAREBOX_API_KEY. */
import { type DescribedTool, toolTypes } from './tool-types.ts';

const [baseUrl] = process.argv.slice(2);
const apiKey = process.env['FAREBOX_API_KEY'];
if (baseUrl === undefined || apiKey === undefined) {
  console.error('usage: FAREBOX_API_KEY=… node_modules/.bin/farebox-types <base url> > tools.ts');
  process.exit(2);
}
const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/tools`, {
  headers: { Authorization: `Bearer ${apiKey}` },
});
if (!response.ok) {
  console.error(`${baseUrl} answered ${response.status}: ${await response.text()}`);
  process.exit(1);
}
const { data } = (await response.json()) as { data: { tools: readonly DescribedTool[] } };
process.stdout.write(await toolTypes(data.tools));
