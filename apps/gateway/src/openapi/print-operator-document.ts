/** Prints the operator API's OpenAPI document for docs/operator-openapi.json. A running gateway serves a copy with its own URL. */
import { operatorApiDocument } from '@farebox/contract';

process.stdout.write(`${JSON.stringify(operatorApiDocument('http://127.0.0.1:8081'), null, 2)}\n`);
