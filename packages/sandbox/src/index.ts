/** Runs programs that read hostile bytes. This package knows no executions, prices, queues or stores, and no file types. */
export { ChildCrashed } from './child.ts';
export { ENCODERS, type Ffmpeg, findFfmpeg, HOW_TO_GET_FFMPEG, VIDEO_ENCODERS } from './ffmpeg/find.ts';
export { FFMPEG_SETTING } from './ffmpeg/setting.ts';
export type { Isolation } from './isolation/isolated.ts';
export { findIsolation, workingIsolations } from './isolation/isolation.ts';
export { openIn, warnOfOpen } from './isolation/open.ts';
export { LimitExceeded } from './limit.ts';
export { createSandbox, type Run, type Sandbox, SandboxClosed, type SandboxOptions } from './pool.ts';
export type { ChildProgram } from './task.ts';
export { createProgramSandbox, type Ended, type ProgramSandbox, type VisitedRoom } from './program.ts';
