/** Prints the parts of the client for Python that follow from the contract: its resources, error codes and webhook headers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, openApiDocument, TUS_ERRORS, WEBHOOK_HEADERS } from '@farebox/contract';
import { type Schemas, pythonTypes, quoted } from './python/types.ts';

/** Their parts follow by themselves. */
const RESOURCES = [
  'Catalog',
  'Quote',
  'BatchQuote',
  'BatchList',
  'Batch',
  'Execution',
  'ExecutionList',
  'ExecutionStatus',
  'File',
  'Download',
  'Project',
  'Usage',
  'ResumableType',
  'ResumableUpload',
  'UploadType',
  'UploadUrl',
  'EventUrl',
  'TemplateList',
  'Template',
  'WebhookEvent',
];

const document = openApiDocument('http://127.0.0.1:8080', {} as never) as {
  readonly components: { readonly schemas: Schemas };
};
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
const errors = Object.entries({ ...ERRORS, ...TUS_ERRORS }).filter(
  ([, { advice }]) => !advice.includes('operator API only'),
);
const listOf = (values: readonly string[]): string => values.map((value) => `    ${quoted(value)},\n`).join('');
const types = pythonTypes(RESOURCES, document.components.schemas);
const exported = [...types.keys(), 'ApiErrorCode'].toSorted();

process.stdout
  .write(`"""Made from the contract by \`npm run generate\`; do not edit. The resources of the API, and all of its error codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict, Union

__all__ = [
${listOf(exported)}]

VERSION = '${version}'

ApiErrorCode = Literal[
${listOf(errors.map(([code]) => code))}]

ADVICE: Mapping[ApiErrorCode, str] = {
${errors.map(([code, { advice }]) => `    '${code}': ${quoted(advice)},\n`).join('')}}
"""How a client should proceed after each error."""

RETRYABLE: tuple[ApiErrorCode, ...] = (
${listOf(errors.filter(([, { retryable }]) => retryable).map(([code]) => code))})
"""Errors after which the same request may succeed if it is sent again unchanged."""

WEBHOOK_HEADERS = (${WEBHOOK_HEADERS.map(quoted).join(', ')})

${[...types.values()].map((text) => `\n${text}`).join('\n')}`);
