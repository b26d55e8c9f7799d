/** Breach: express-inside-http */
export type { Request } from 'express';
