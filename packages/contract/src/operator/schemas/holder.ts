/** The project of a thing that was found by its id alone. */
import { Type } from 'typebox';
import { Name, OrganizationId, ProjectId, named } from '../../schemas/primitives.ts';
import { ProjectEnvironment } from '../../schemas/project.ts';

export const HolderProject = Type.Object(
  { id: ProjectId, name: Name, environment: ProjectEnvironment, organizationId: OrganizationId },
  named('HolderProject', 'The project of the thing, and its organization.'),
);
