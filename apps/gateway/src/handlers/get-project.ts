/** Returns the organization and project of the key, and its permissions. Authentication has loaded all of it. */
import type { Project } from '@farebox/contract';
import type { Handler } from '../endpoint/handler.ts';

export const getProject: Handler<'getProject'> = ({ identity: { organization, project, key } }) => {
  const data: Project = {
    organization,
    project: { id: project.id, name: project.name, environment: project.environment },
    key: {
      id: key.id,
      publicId: key.publicId,
      name: key.name,
      scopes: [...key.scopes],
      expiresAt: key.expiresAt?.toISOString() ?? null,
    },
  };
  return { status: 200, data };
};
