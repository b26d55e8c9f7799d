/** Compiled beside the types of a running gateway's tools: its catalog, and a template of the project. */
import { createFarebox, usd } from '@farebox/sdk';
import type { Tools } from './tools.ts';

const farebox = createFarebox<Tools>({ baseUrl: '', apiKey: '' });
const photo = { fileId: 'file_sample_photo' };
const options = { ceiling: usd('1') };
void farebox.run('image-resize', { source: photo, width: 24 }, options);
void farebox.run('@typed', { photo, width: 24 }, options);
void farebox.run('@typed', { photo }, options);
// @ts-expect-error -- no such parameter
void farebox.run('@typed', { photo, widht: 24 }, options);
// @ts-expect-error -- it has no default
void farebox.run('@typed', { width: 24 }, options);
// @ts-expect-error -- a number
void farebox.run('@typed', { photo, width: 'wide' }, options);
// @ts-expect-error -- no such tool
void farebox.run('image-resise', { source: photo, width: 24 }, options);
