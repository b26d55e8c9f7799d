/**
 * The HTTP half of a peer: Express, which caches a key for a second and accepts one request at a time. Runs as a process of its own.
 * Arguments: name of the peer, port. Environment: DATABASE_URL, REDIS_URL.
 */
import { createHash } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { PEERS } from './kinds/index.ts';
import type { PeerName, ServerUrls } from './peer.ts';
import { InsufficientBalanceError, poolOf } from './sql.ts';

const KEY_REMEMBERED_MS = 900;

const [name, port] = process.argv.slice(2);
const urls: ServerUrls = { databaseUrl: process.env['DATABASE_URL'] ?? '', redisUrl: process.env['REDIS_URL'] ?? '' };
const accept = await PEERS[name as PeerName].accepts(urls);
const projectOf = rememberedFor(KEY_REMEMBERED_MS, poolOf(urls.databaseUrl));

async function createExecution(request: Request, response: Response): Promise<unknown> {
  const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
  const projectId = await projectOf(sha256(token));
  if (projectId === undefined) return response.status(401).json({ error: 'invalid_api_key' });
  const idempotencyKey = request.get('idempotency-key');
  if (idempotencyKey === undefined) return response.status(400).json({ error: 'idempotency_key_required' });
  const body = request.body as { arguments: object };
  const bodySha256 = sha256(JSON.stringify(body));
  const tool = String(request.params['tool']);
  try {
    const paid = { id: v7(), projectId, idempotencyKey, bodySha256, tool, arguments: body.arguments };
    return response.status(202).json({ data: await accept(paid) });
  } catch (error) {
    if (error instanceof InsufficientBalanceError) return response.status(429).json({ error: 'insufficient_balance' });
    console.error(error);
    return response.status(500).json({ error: 'internal_error' });
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type ProjectOf = (tokenSha256: string) => Promise<string | undefined>;

function rememberedFor(ms: number, pool: Pool): ProjectOf {
  const known = new Map<string, { readonly untilMs: number; readonly project: Promise<string | undefined> }>();
  const read: ProjectOf = async (hash) => {
    const found = await pool.query<{ id: string }>('SELECT project_id AS id FROM api_key WHERE token_sha256 = $1', [
      hash,
    ]);
    return found.rows[0]?.id;
  };
  return (hash) => {
    const earlier = known.get(hash);
    if (earlier !== undefined && earlier.untilMs > Date.now()) return earlier.project;
    const project = read(hash);
    known.set(hash, { untilMs: Date.now() + ms, project });
    return project;
  };
}

const app = express();
app.get('/ready', (_request, response) => void response.json({}));
app.post('/tools/:tool', express.json(), createExecution);
app.listen(Number(port), '127.0.0.1');
