/** Stores a private file in the project. The bytes are read and inspected before anything is stored. */
import { readUpload } from '@farebox/media';
import type { Handler } from '../endpoint/handler.ts';
import { receiveFile, type Receiving } from '../upload/receive.ts';

export const uploadFile =
  (needs: Receiving): Handler<'uploadFile'> =>
  async ({ identity, body }) => ({
    status: 200,
    data: await receiveFile(needs, { identity, body, read: readUpload, pointer: '/data' }),
  });
