/** Prints the OpenAPI document for docs/openapi.json. A running gateway serves a copy with its own base URL. */
import { createCatalog } from '@farebox/catalog';
import { openApiDocument } from '@farebox/contract';
import { requestExamplesOf } from './request-examples.ts';

const document = openApiDocument('http://127.0.0.1:8080', requestExamplesOf(createCatalog({ rehearsal: false })));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
