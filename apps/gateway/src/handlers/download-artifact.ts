/** Makes a short-lived URL of a generated file. It is a secret: only the client gets it. */
import { AppError, LIMITS } from '@farebox/contract';
import type { StoredFile } from '@farebox/files';
import { extensionOf } from '@farebox/kernel';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import type { Handler } from '../endpoint/handler.ts';

type Needs = Pick<Dependencies, 'clock' | 'downloads' | 'executions' | 'files'>;

export const downloadArtifact =
  ({ clock, downloads, executions, files }: Needs): Handler<'downloadArtifact'> =>
  async ({ identity, params: { id, artifactId } }) => {
    const projectId = identity.project.id;
    const artifact = await files.artifact(projectId, id, artifactId);
    const ttlSeconds = artifact === null ? 0 : ttlOf(artifact, clock.now());
    if (artifact === null || ttlSeconds < 1) {
      const execution = await executions.get(projectId, id);
      if (execution === null) throw new AppError('execution_not_found', { details: LISTED_AT.execution_not_found });
      throw new AppError('artifact_unavailable', { details: { listedAt: `/tools/executions/${id}` } });
    }
    const { mimeType } = artifact.file;
    const fileName = `${artifact.file.id}${extensionOf(mimeType)}`;
    const { url, expiresAt } = downloads.urlOf(artifact.objectKey, { ttlSeconds, fileName, mimeType });
    return { status: 200, data: { url, expiresAt: expiresAt.toISOString() } };
  };

/** At most five minutes, and never past the file's expiry. */
const ttlOf = ({ file }: StoredFile, now: Date): number =>
  Math.min(LIMITS.downloadSeconds, Math.floor((Date.parse(file.expiresAt) - now.getTime()) / 1000));
