/**
 * Actions of customers beside executions: they choose the version of their template, send batches, let an agent buy, give upload
 * addresses to pages that use them twice, and upload large sounds in parts.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { activate } from './activate.ts';
import { buyAsAgent } from './agent.ts';
import { carryOutBatch } from './batch.ts';
import { cancelInState } from './cancels.ts';
import type { Desk } from './customer-client.ts';
import type { Act, Line } from './diary.ts';
import { parsed } from './words.ts';
import { factsOf, picture } from './picture.ts';
import type { Job } from './plan.ts';
import { resumeUpload } from './resume.ts';
import type { Asked, Reply } from './request.ts';

const ATTEMPTS_MAX = 20;
const PAUSE_MS = 300;
const SIZE_MAX = 1_048_576;
/** Number of pictures that every project has at the start of the run. */
const PICTURES_BEFORE = 3;

/** @param quoted the model, or the version of the template, that was quoted. */
export async function carryOutBeside(desk: Desk, job: Job, quoted: string | null): Promise<void> {
  if (job.beside === 'activate') await activate(desk, job, versionAfter(job, quoted));
  if (job.beside === 'upload') await uploadTwice(desk, job);
  if (job.beside === 'batch') await carryOutBatch(desk, job);
  if (job.beside === 'resume') await resumeUpload(desk, job);
  if (job.beside === 'agent') await buyAsAgent(desk, job);
  await cancelInState(desk, job);
}

/** A template that was quoted by its name is changed before it is executed. */
const versionAfter = ({ number, request }: Job, quoted: string | null): number =>
  request.tool === '@chaos' ? 3 - Number(quoted ?? 1) : 1 + (number % 2);

/** Sends two pictures to one address at once until both responses are definite: one is stored, and the other response names it. */
async function uploadTwice(desk: Desk, job: Job): Promise<void> {
  const body = { mimeType: 'image/png', sizeBytesMax: SIZE_MAX };
  const made = await asACustomer(desk, job, { act: 'address', path: '/tools/upload-urls', body });
  const uploadUrl = made.kind === 'replied' ? parsed(made.text).data?.uploadUrl : undefined;
  if (uploadUrl === undefined) return;
  const first = PICTURES_BEFORE + 2 * job.number;
  await Promise.all([first, first + 1].map((number) => put(desk, job, { uploadUrl, bytes: picture(number) })));
  await uploadAgain(desk, job);
}

/** Bytes that the project has: the response shows the file of the first upload. */
async function uploadAgain(desk: Desk, job: Job): Promise<void> {
  const bytes = picture(job.number % PICTURES_BEFORE);
  const body = { mimeType: 'image/png', data: bytes.toString('base64') };
  await asACustomer(desk, job, { act: 'upload', path: '/tools/upload', body, bytes: factsOf(bytes) });
}

interface Putting {
  readonly uploadUrl: string;
  readonly bytes: Buffer;
}

async function put(desk: Desk, { customer: { projectId } }: Job, { uploadUrl, bytes: body }: Putting): Promise<void> {
  const address = createHash('sha256').update(uploadUrl).digest('hex').slice(0, 16);
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const asked: Asked = { method: 'PUT', url: `${originOf(desk)}${new URL(uploadUrl).pathname}`, body };
    const reply = await desk.diary.ask({ act: 'put', projectId, lineage: 0, address, bytes: factsOf(body) }, asked);
    if (reply.kind === 'replied' && reply.status !== 429 && reply.status < 500) return;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
}

const originOf = (desk: Desk): string => new URL(desk.gateway()).origin;

interface ByKey {
  readonly act: Act;
  readonly path: string;
  readonly body: object;
  readonly bytes?: Line['bytes'];
}

function asACustomer(desk: Desk, { customer, lineage }: Job, { act, path, body, bytes }: ByKey): Promise<Reply> {
  const { projectId, tokens } = customer;
  const asked = {
    method: 'POST',
    url: desk.gateway() + path,
    token: tokens[lineage]!,
    body: JSON.stringify(body),
  } as const;
  return desk.diary.ask({ act, projectId, lineage, ...(bytes === undefined ? {} : { bytes }) }, asked);
}
