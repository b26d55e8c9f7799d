/** Stores the file of a URL in the project, by the same checks and limits as an upload. If the client leaves, the fetch ends. */
import { LIMITS } from '@farebox/contract';
import { readFile } from '@farebox/media';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { tenantOf } from '../endpoint/share.ts';
import { checkedBody } from '../endpoint/validation.ts';
import { receiveFile, type Receiving } from '../upload/receive.ts';

export const uploadFromUrl =
  (needs: Receiving & Pick<Dependencies, 'remoteFiles'>): Handler<'uploadFromUrl'> =>
  async ({ identity, body: asked, onGone }) => {
    const { url, mimeType } = checkedBody('uploadFromUrl', asked);
    const gone = new AbortController();
    onGone(() => gone.abort());
    const expected = { mimeType, sizeBytesMin: 1, sizeBytesMax: LIMITS.uploadFileBytes, sha256: null };
    const leave = await needs.remoteFiles.turn(tenantOf(identity), gone.signal);
    try {
      const data = await receiveFile(needs, {
        identity,
        body: needs.remoteFiles.bytesOf(url, gone.signal),
        read: (bytes, reserve) => readFile(bytes, expected, reserve),
        pointer: '/url',
      });
      return { status: 200, data };
    } finally {
      leave();
    }
  };
