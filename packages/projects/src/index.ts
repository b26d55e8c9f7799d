/** Tenancy: organizations, projects, members. */
export { openProject, type OpenedProject, type ProjectOrder } from './open-project.ts';
export {
  type NewMember,
  type NewProject,
  addMember,
  createOrganization,
  createProject,
  setExecutionEnabled,
} from './store/create.ts';
export { findMember, type ProjectMember } from './store/find.ts';
