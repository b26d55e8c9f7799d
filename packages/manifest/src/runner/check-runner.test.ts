/** Each kind of runner has its members and no others, and no secret but its name. */
import { describe, expect, test } from 'vitest';
import { problemsOf, read, readTextDocument, withValue } from '../testing/read-text.ts';

const LIMITS = { maxRuntimeSeconds: 60, concurrency: 1 };
const HTTP = { kind: 'http', url: 'https://a.example/v1', secret: 'acme-runner', ...LIMITS };
const PULL = { kind: 'pull', ...LIMITS };
const MCP = { kind: 'mcp', url: 'https://a.example/mcp', tool: 'read_text', ...LIMITS };
const OPENAPI = { kind: 'openapi', url: 'https://a.example', method: 'POST', path: '/v1/runs', ...LIMITS };
const POLL = { path: '/v1/runs/{ref}', status: '/status', done: ['done'], failed: ['failed', 'expired'] };

const runnerOf = (runner: object): unknown => withValue(readTextDocument(), '/runner', runner);

test.for<object>([
  HTTP,
  { ...HTTP, url: 'http://127.0.0.1:8080', idempotent: false, test: { url: 'http://localhost:8080/test' } },
  PULL,
  { ...PULL, idempotent: true },
  MCP,
  { ...MCP, secret: 'acme-mcp-2', files: 'url', idempotent: true },
  OPENAPI,
  { ...OPENAPI, poll: POLL, result: '/output', cost: { pointer: '/cost/usd' } },
])('accepted: %j', (runner) => {
  expect(problemsOf(runnerOf(runner))).toEqual({});
});

test('a test address replaces simulated results', () => {
  const document = withValue(runnerOf({ ...HTTP, test: { url: 'https://test.a.example' } }), '/test', undefined);
  expect(read(document).ok).toBe(true);
  expect(problemsOf(withValue(runnerOf(PULL), '/test', undefined))).toHaveProperty('/test/simulate'.split(' '));
});

describe('refused', () => {
  test.for<readonly [runner: object, at: string, problem: string]>([
    [[], '', 'an object with "kind"'],
    [{}, '/kind', 'one of "http", "pull", "mcp", "openapi"'],
    [{ ...HTTP, url: undefined }, '/url', 'is missing'],
    [{ ...HTTP, secret: undefined }, '/secret', 'is missing'],
    [{ ...HTTP, maxRuntimeSeconds: 3601 }, '/maxRuntimeSeconds', 'from 1 to 3600'],
    [{ ...HTTP, concurrency: 0 }, '/concurrency', 'from 1 to 1000'],
    [{ ...HTTP, idempotent: 'yes' }, '/idempotent', 'true or false'],
    [{ ...HTTP, tool: 'x' }, '/tool', 'is not a member'],
    [{ ...HTTP, test: {} }, '/test/url', 'is missing'],
    [{ ...HTTP, test: { url: 'http://a.example' } }, '/test/url', 'must be https'],
    [{ ...HTTP, url: 'http://a.example' }, '/url', 'must be https'],
    [{ ...HTTP, url: 'ftp://a.example' }, '/url', 'starts with https://'],
    [{ ...HTTP, url: 'https://me:pw@a.example' }, '/url', 'no name, password'],
    [{ ...HTTP, url: 'https://a.example?key=1' }, '/url', 'query'],
    [{ ...HTTP, url: `https://a.example/${'x'.repeat(2000)}` }, '/url', 'must be a URL'],
    [{ ...PULL, url: 'https://a.example' }, '/url', 'is not a member'],
    [{ ...PULL, secret: 'acme-runner' }, '/secret', 'is not a member'],
    [{ ...MCP, tool: 'a b' }, '/tool', 'the name of the tool'],
    [{ ...OPENAPI, idempotent: true }, '/idempotent', 'is not a member'],
  ])('no such runner: %j', ([runner, at, problem]) => {
    const document = runnerOf(JSON.parse(JSON.stringify(runner)) as object);
    expect(problemsOf(document)).toHaveProperty([`/runner${at}`], expect.stringContaining(problem));
  });
});

describe('the value of a secret is refused, and no message repeats it', () => {
  test.for([
    'sk-live-abcdef',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'ghp-abc',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    'd41d8cd9-8f00-b204-e980-0998ecf8427e',
    'abcdefghijklmnopqrstuvwxyz',
    'Bearer abc',
    'correct horse',
    'acme-Runner',
    'acme-',
    '-acme',
    '',
    'x'.repeat(300),
  ])('no name of a secret: %s', (secret) => {
    const problems = problemsOf(runnerOf({ ...HTTP, secret }));
    expect(problems).toEqual({ '/runner/secret': expect.stringContaining('never its value') });
    expect(secret.length > 8 && JSON.stringify(problems).includes(secret)).toBe(false);
  });
});
