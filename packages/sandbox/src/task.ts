/** What a worker and a program of ours in a child process agree on. */

/** What every task says; whatever else is in it is between the worker and its program. */
export interface Task {
  /** Where what is made shall go. */
  readonly directory: string;
  readonly inputs: Readonly<Record<string, { readonly path: string }>>;
}

/** The module that a child runs: it says `ready`, and then gives one reply to each task, over IPC as JSON; before that it may say how far it is. */
export interface ChildProgram<Reply> {
  readonly main: string;
  /** Code it needs beside the system's and Node's own: no data folder, no file with settings. */
  readonly readable: readonly string[];
  /** All that it gets, so no secret of the worker's. */
  readonly environment: Readonly<Record<string, string>>;
  /** It reads hostile bytes, so even its reply is checked before it is believed. */
  readonly isReply: (value: unknown) => value is Reply;
  /** 0 to 1, where a message says how far the task is; null: it is the reply, or nothing. */
  readonly progressOf?: (value: unknown) => number | null;
  /** Plain names of what it made for this reply. */
  readonly filesOf: (reply: Reply) => readonly string[];
}
