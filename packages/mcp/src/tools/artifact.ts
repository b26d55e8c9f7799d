/** An artifact that a tool call names: its facts, and a URL for its bytes. */
import { AppError, type Download, type Execution, type File } from '@farebox/contract';
import { Type } from 'typebox';
import type { Api } from '../api.ts';

export const ARTIFACT = {
  executionId: Type.String({ maxLength: 200, description: 'The execution that made the file.' }),
  fileId: Type.String({ maxLength: 200, description: 'A fileId from its artifacts.' }),
};

interface Named {
  readonly executionId: string;
  readonly fileId: string;
}

/** Rejects with `execution_not_found` or `artifact_unavailable`. */
export async function artifactOf({ executionId, fileId }: Named, api: Api): Promise<File> {
  const { output } = await api.call<Execution>('getExecution', { params: { id: executionId } });
  const file = output.artifacts.find(({ id }) => id === fileId);
  if (file === undefined) throw new AppError('artifact_unavailable');
  return file;
}

export const downloadOf = ({ executionId, fileId }: Named, api: Api): Promise<Download> =>
  api.call<Download>('downloadArtifact', { params: { id: executionId, artifactId: fileId } });
