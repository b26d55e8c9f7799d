/** Compiled beside the types of a running gateway's tools: its catalog, and a template of the project. */
import { createTollgate, usd } from '@tollgate/sdk';
import type { Tools } from './tools.ts';

const tollgate = createTollgate<Tools>({ baseUrl: '', apiKey: '' });
const photo = { fileId: 'file_sample_photo' };
const options = { ceiling: usd('1') };
void tollgate.run('image-resize', { source: photo, width: 24 }, options);
void tollgate.run('@typed', { photo, width: 24 }, options);
void tollgate.run('@typed', { photo }, options);
// @ts-expect-error -- no such parameter
void tollgate.run('@typed', { photo, widht: 24 }, options);
// @ts-expect-error -- it has no default
void tollgate.run('@typed', { width: 24 }, options);
// @ts-expect-error -- a number
void tollgate.run('@typed', { photo, width: 'wide' }, options);
// @ts-expect-error -- no such tool
void tollgate.run('image-resise', { source: photo, width: 24 }, options);
