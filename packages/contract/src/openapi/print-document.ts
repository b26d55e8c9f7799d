/** Prints the OpenAPI document for docs/openapi.json. A running gateway serves its own, with its own base URL. */
import { openApiDocument } from './document.ts';

process.stdout.write(`${JSON.stringify(openApiDocument('http://127.0.0.1:8080'), null, 2)}\n`);
