/** Tenancy: organizations, projects, members. */
export {
  type NewMember,
  type NewProject,
  addMember,
  createOrganization,
  createProject,
  setExecutionEnabled,
} from './store/create.ts';
export { findMember, type ProjectMember } from './store/find.ts';
