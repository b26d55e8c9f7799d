/** Breach: bullmq-inside-queue */
export type { Job } from 'bullmq';
