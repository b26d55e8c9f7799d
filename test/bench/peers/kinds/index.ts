/** Every peer by its name. */
import type { Peer, PeerName } from '../peer.ts';
import { bullmq } from './bullmq.ts';
import { graphileWorker } from './graphile-worker.ts';
import { pgBoss } from './pg-boss.ts';
import { prisma } from './prisma.ts';
import { statement } from './statement.ts';

export const PEERS: Readonly<Record<PeerName, Peer>> = {
  prisma,
  statement,
  'graphile-worker': graphileWorker,
  'pg-boss': pgBoss,
  bullmq,
};
