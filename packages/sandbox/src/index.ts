/** Where programs run that read hostile bytes. It knows no execution, price, queue or store, and no kind of file. */
export { ChildCrashed } from './child.ts';
export { findIsolation, type Isolation, workingIsolations } from './isolation/isolation.ts';
export { LimitExceeded } from './limit.ts';
export { createSandbox, type Run, type Sandbox, SandboxClosed, type SandboxOptions } from './pool.ts';
export type { ChildProgram } from './task.ts';
export { createProgramSandbox, type Ended, type ProgramSandbox, type VisitedRoom } from './program.ts';
