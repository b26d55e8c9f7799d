/**
 * Pictures beside films: the duration of a paid picture while another process encodes two films of 3840 × 2160 (one core each), compared with
 * its duration on an idle machine. A picture must not wait for the films of other users.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Fixture, paidRequest, post } from '../fixture.ts';
import type { Poster } from '../cases/post.ts';
import { spreadOf } from '../rounds.ts';
import { execute } from './engine.ts';
import type { Source } from './sources.ts';

const PICTURES = 20;
const POLL_MS = 20;
const BESIDE_RATIO_MAX = 3;

interface Beside {
  readonly fixture: Fixture;
  readonly tally: Poster['tally'];
  readonly picture: Source;
  readonly largeFilm: Source;
}

/** Returns the line to print. */
export async function picturesBesideFilms({ fixture, tally, picture, largeFilm }: Beside): Promise<string> {
  const { system, projects } = fixture;
  const { url, sql } = system;
  const { key } = projects[0]!;
  const resized = { tool: 'image-resize', arguments: { source: { fileId: picture.fileId }, width: 800 } };
  const body = await paidRequest(url, key, resized);
  const once = async (): Promise<number> => (tally.responded++, (await execute(sql, { url, key, body })).wholeMs);
  const alone: number[] = [];
  for (let n = 0; n < PICTURES; n++) alone.push(await once());
  const wanted = {
    tool: 'video-transcode',
    arguments: { source: { fileId: largeFilm.fileId }, model: 'h264-quality', quality: 'highest' },
  };
  const film = await paidRequest(url, key, wanted);
  const films = await Promise.all(
    [0, 1].map(() => post<{ id: string }>(`${url}/tools/video-transcode`, { key, body: film })),
  );
  tally.responded += films.length;
  const ids = films.map(({ data }) => data.id);
  while ((await countOf(sql, ids, 'running')) < ids.length) await pause(POLL_MS);
  const beside: number[] = [];
  while (beside.length < PICTURES && (await countOf(sql, ids, 'running')) === ids.length) beside.push(await once());
  while ((await countOf(sql, ids, 'succeeded')) < ids.length) await pause(POLL_MS);
  const [few, many] = [spreadOf(alone).median, spreadOf(beside).median];
  const verdict = many / few <= BESIDE_RATIO_MAX ? 'reached' : 'not reached';
  return `a picture alone ${few.toFixed(0)} ms, beside two films of 3840 × 2160 of another process ${many.toFixed(0)} ms (${beside.length} of them): ${(many / few).toFixed(2)} ×; ${verdict} (${BESIDE_RATIO_MAX})`;
}

async function countOf(sql: pg.Pool, ids: readonly string[], status: string): Promise<number> {
  const { rows } = await sql.query<{ status: string }>('SELECT status FROM execution WHERE id = ANY($1)', [ids]);
  const failed = rows.find((row) => row.status === 'failed');
  if (failed !== undefined) throw new Error('a film was not encoded');
  return rows.filter((row) => row.status === status).length;
}
