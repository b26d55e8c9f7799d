/** The words that a client can meet are closed lists in the OpenAPI document, with an explanation of each word. */
// Modes: embedded.
import { beforeAll, describe, expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { documentOf, type Document } from './client/documented.ts';
import { ERRORS, RESUMABLE_ERRORS } from './client/error-catalogue.ts';

let document: Document;

beforeAll(async () => {
  document = await documentOf(gatewayUrl());
});

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const named = (name: string): Schema => document.components.schemas[name] as Schema;

/** Resolves references, and skips `null`. */
function meant({ $ref, anyOf, ...rest }: Schema): Schema {
  if ($ref !== undefined) return meant(named($ref.replace('#/components/schemas/', '')));
  return anyOf === undefined ? rest : meant(anyOf[0] as Schema);
}

/** The schema at a path such as `steps[].engine`. */
function at(schema: Schema, path: string): Schema {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const field = meant(meant(schema).properties?.[name.replace('[]', '')] as Schema);
  const found = name.endsWith('[]') ? meant(field.items as Schema) : field;
  return rest.length === 0 ? found : at(found, rest.join('.'));
}

/** Without public pages, which have neither errors nor a rate limit. */
const operationsByPath = () => Object.entries(document.paths).filter(([path]) => path !== '/llms.txt');
const isResumable = (path: string): boolean => path.startsWith('/resumable-uploads');

/** A field that is the same in every status is in each of the schemas by status. */
const FIELDS = [
  ['FailedExecution', 'steps[].engine'],
  ['FailedExecution', 'steps[].status'],
  ['FailedExecution', 'statusReason'],
  ['FailedExecution', 'billing[].unit'],
  ['FailedExecution', 'error.message'],
  ['FailedExecution', 'error.status'],
  ['NeedsReviewExecution', 'review.reason'],
  ['Quote', 'breakdown[].unit'],
  ['Quote', 'blockers[]'],
  ['Tool', 'category'],
  ['Tool', 'price.unit'],
  ['Model', 'price.unit'],
] as const;

// contract 4: "The words of engine, unit, category, statusReason and error.message are closed lists in OpenAPI, documented one by one."
test.each(FIELDS)('in %s, %s is a closed list, and each of its words is explained', (name, path) => {
  const { enum: words = [], description = '' } = at(named(name), path);
  expect(words.length).toBeGreaterThan(0);
  expect(words.filter((word) => !new RegExp(`^- \`${word}\`: \\S`, 'm').test(description))).toEqual([]);
});

// contract 4: "The words of engine, unit, category, statusReason and error.message are closed lists in OpenAPI, documented one by one."
// contract 1: "error.status is a google.rpc.Code name, error.message a stable snake_case reason"
describe('error.message of every operation', () => {
  test('is a closed list from the error catalogue, and each is explained with its code', () => {
    const operations = operationsByPath().flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ operation, known: isResumable(path) ? RESUMABLE_ERRORS : ERRORS })),
    );
    for (const { operation, known } of operations) {
      const id = operation.operationId.replace(/^./, (first) => first.toUpperCase());
      const words = at(named(`${id}Error`), 'error.message').enum ?? [];
      expect(words.filter((word) => !(word in known))).toEqual([]);
      const explained = words.filter((word) => {
        const { description } = operation.responses[String(known[word]).slice(0, 3)] as {
          readonly description: string;
        };
        const status = String(known[word]).slice(4);
        return ['', ', retryable'].some((more) => description.includes(`- \`${word}\` (${status}${more}): `));
      });
      expect(explained, operation.operationId).toEqual(words);
    }
  });
});

// contract 4: "blockers names every gate that would refuse the execution now (availability, switch, cap, balance)"
// contract 4: "Blockers also name a missing scope or role and the project's switch."
test('the blockers of a quote are the list of gates, without errors of the request itself', () => {
  const gates =
    'platform_api_key_scope_required project_permission_required tool_unavailable tool_temporarily_unavailable';
  const money = 'execution_disabled monthly_cap_reached insufficient_balance';
  expect(named('Blocker').enum).toEqual(`${gates} ${money}`.split(' '));
});

// contract 4: "Step status: pending running unknown succeeded failed cancelled skipped"
test('the statuses of a step are one list', () => {
  const statuses = ['pending', 'running', 'unknown', 'succeeded', 'failed', 'cancelled', 'skipped'];
  expect(at(named('FailedExecution'), 'steps[].status').enum).toEqual(statuses);
});

// contract 1: "Fields are camelCase."
test('every field of every schema, of requests too, is in camel case', () => {
  const found: string[] = [];
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'properties') found.push(...Object.keys(value as Schema));
    return value;
  });
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((field) => !/^[a-z][a-zA-Z0-9]*$/.test(field))).toEqual([]);
});

// contract 4: "Statuses queued running needs_review succeeded failed cancelled"
// issue 11.16: "named schemas and enums (one `ExecutionStatus`)"
test('the statuses are one list, and each has its own schema', () => {
  const statuses = ['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled'];
  expect(named('ExecutionStatus').enum).toEqual(statuses);
  for (const name of ['Execution', 'ExecutionSummary']) {
    const each = (named(name).oneOf ?? []).map((schema) => meant(schema).properties?.['status']?.enum);
    expect(each).toEqual(statuses.map((status) => [status]));
  }
});

// contract 1: "RateLimit/RateLimit-Policy follow the current draft of the IETF's httpapi group, named in OpenAPI"
test('every response to a known key documents its rate limit, and names the draft', () => {
  for (const { responses } of operationsByPath().flatMap(([, methods]) => Object.values(methods)))
    for (const [code, { headers = {} }] of Object.entries(responses).filter(([each]) => each !== '401'))
      for (const name of ['RateLimit', 'RateLimit-Policy'])
        expect(headers[name], `${code} ${name}`).toMatchObject({
          description: expect.stringMatching(/draft-ietf-httpapi-ratelimit-headers-\d+/),
        });
});

// contract 1: "Times: RFC 3339 UTC with Z."
// contract 1: "Ids: opaque, prefixed (exe_, file_, proj_, org_, key_), unguessable."
test.each([
  ['Timestamp', '2026-11-22T03:04:05.678Z', ['2026-11-22T03:04:05.678', '2026-11-22T04:04:05.678+01:00', 'yesterday']],
  ['ExecutionId', `exe_${'0a'.repeat(13)}`, [`file_${'0a'.repeat(13)}`, 'exe_1']],
  ['FileId', `file_${'0a'.repeat(13)}`, [`exe_${'0a'.repeat(13)}`]],
  ['ProjectId', `proj_${'0a'.repeat(13)}`, [`org_${'0a'.repeat(13)}`]],
  ['OrganizationId', `org_${'0a'.repeat(13)}`, [`proj_${'0a'.repeat(13)}`]],
  ['KeyId', `key_${'0a'.repeat(13)}`, [`proj_${'0a'.repeat(13)}`]],
])('the schema %s, by which every response of this suite is checked, has a form of its own', (name, good, bad) => {
  const pattern = new RegExp(named(name).pattern as string);
  expect([pattern.test(good), ...bad.map((each) => pattern.test(each))]).toEqual([true, ...bad.map(() => false)]);
});
