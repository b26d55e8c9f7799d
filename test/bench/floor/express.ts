/**
 * The HTTP floor: bare Express with its defaults, which parses the same bodies and returns the same JSON as the system, and does nothing else.
 * Runs as a process of its own. Arguments: port, file with {accepted, polled}.
 */
import { readFileSync } from 'node:fs';
import express from 'express';

const [port, file] = process.argv.slice(2);
const { accepted, polled } = JSON.parse(readFileSync(file ?? '', 'utf8')) as { accepted: object; polled: object };

const app = express();
app.get('/ready', (_request, response) => void response.json({}));
app.post('/tools/:tool', express.json(), (_request, response) => void response.status(202).json(accepted));
app.get('/tools/executions/:id', (_request, response) => void response.json(polled));
app.listen(Number(port), '127.0.0.1');
