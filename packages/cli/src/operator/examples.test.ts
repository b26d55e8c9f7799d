/** Types every example of a route command against a server, and checks the request against the route. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileReader } from '@farebox/catalog';
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { type TSchema, Type } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { typedAgainst } from '../testing/against.ts';
import { wordsIn } from '../testing/words-in.ts';
import { EXAMPLES } from './examples.ts';
import { previewOf } from './positional.ts';
import { routeOf } from './request.ts';
import { wordsOf } from './words.ts';

const NAMES = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];
/** Completes ids, because examples have only their beginning. */
const whole = (line: string): string => line.replaceAll('_01k9…', `_${'0'.repeat(26)}`).replaceAll('…', 'x');

const folder = mkdtempSync(join(tmpdir(), 'farebox-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [CHAIN, PROJECT] = [whole('org_01k9…'), whole('proj_01k9…')];
const verification = { chain: CHAIN, sound: 0, head: { number: 0, hash: '' }, problem: null };
for (const file of ['head.json', 'heads.json']) writeFileSync(join(folder, file), JSON.stringify(verification));
writeFileSync(join(folder, 'read-text.yaml'), JSON.stringify(OPERATOR_ROUTES.previewTool.body.example.manifest));
writeFileSync(join(folder, 'prices.json'), JSON.stringify(OPERATOR_ROUTES.previewPrices.body.example.tools));

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function read(request: IncomingMessage): Promise<Sent> {
  const url = new URL(request.url ?? '', 'http://a');
  const sent = await text(request);
  return {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: Object.fromEntries(url.searchParams),
    body: sent === '' ? undefined : JSON.parse(sent),
  };
}

/** A response that has the fields which scripts read. */
function responseFor(words: readonly string[]): object {
  const field = words[words.indexOf('--field') + 1];
  return words.includes('--field') && field !== undefined ? { [field]: 'x' } : verification;
}

async function sentBy(line: string): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const [words = []] = wordsIn(`farebox ${line}`);
  const { code, told } = await typedAgainst(
    (request, response) =>
      void read(request).then((each) => {
        sent.push(each);
        response.end(JSON.stringify({ data: responseFor(words) }));
      }),
    words,
    { env: { INIT_CWD: folder }, typed: ['yes'], profile: { project: PROJECT, organization: CHAIN } },
  );
  expect([line, code], told).toEqual([line, 0]);
  return sent;
}

/** `$id` and formats only matter to the documentation. Query values are parsed from text. */
function problemsIn(schema: TSchema | undefined, value: unknown): unknown {
  if (schema === undefined) return value === undefined ? null : 'nothing is taken';
  const plain = JSON.stringify(schema, (key, each: unknown) =>
    typeof each === 'string' && (key === '$id' || key === 'format') ? undefined : each,
  );
  const found = compileReader(JSON.parse(plain) as TSchema)(
    (value ?? {}) as Parameters<ReturnType<typeof compileReader>>[0],
  );
  return found.ok ? null : found.fields;
}

const asNumbers = (query: Sent['query']) =>
  Object.fromEntries(Object.entries(query).map(([name, word]) => [name, /^\d+$/.test(word) ? Number(word) : word]));

function paramsIn(name: OperatorRouteName, path: string): Readonly<Record<string, string>> | undefined {
  const pattern = routeOf(name).path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${pattern}$`).exec(path)?.groups ?? (pattern === path ? {} : undefined);
}

const lines = Object.entries(EXAMPLES).flatMap(([words, all]) => all.map((line) => [line, words] as const));

test.each(lines)('%s', async (line, words) => {
  expect(`${line} `.startsWith(`${words} `)).toBe(true);
  const [sent, ...more] = await sentBy(whole(line));
  expect(more).toEqual([]);
  const ofWords = NAMES.filter((name) => Object.values(wordsOf(name)).join(' ') === words);
  const named = line.includes('--preview') ? ofWords.flatMap((name) => previewOf(name) ?? []) : ofWords;
  const name = named.find((each) => paramsIn(each, sent?.path ?? '') !== undefined);
  const { method, params = {}, query, body } = routeOf(name ?? 'listReviews');
  expect([name, sent?.method]).toEqual([expect.any(String), method]);
  const given = paramsIn(name ?? 'listReviews', sent?.path ?? '') ?? {};
  for (const [param, schema] of Object.entries(params))
    expect(problemsIn(Type.Object({ [param]: schema }), { [param]: given[param] }), param).toBeNull();
  expect(problemsIn(query ?? Type.Object({}), asNumbers(sent?.query ?? {}))).toBeNull();
  expect(problemsIn(body?.schema, sent?.body)).toBeNull();
});
