/** The protocol between a worker and a program of ours in a child process. */

/** The fields of every task. Other fields are defined by the worker and its program. */
export interface Task {
  /** The directory for results. */
  readonly directory: string;
  readonly inputs: Readonly<Record<string, { readonly path: string }>>;
}

/**
 * The module that a child runs. It sends `ready`, then one reply for each task, over IPC as JSON. Progress messages
 * may precede a reply.
 */
export interface ChildProgram<Reply> {
  readonly main: string;
  /** Code that it needs in addition to the system's and Node's own: no data folders, no files with settings. */
  readonly readable: readonly string[];
  /** The whole environment of the child, which therefore holds no secret of the worker. */
  readonly environment: Readonly<Record<string, string>>;
  /** Checks a reply, because the child reads hostile bytes and may be compromised. */
  readonly isReply: (value: unknown) => value is Reply;
  /** Whether the reply reports a failure that may be one of this machine, and not of the input. */
  readonly hasFailed?: (reply: Reply) => boolean;
  /** A share from 0 to 1 if the message reports progress; null for a reply or any other message. */
  readonly progressOf?: (value: unknown) => number | null;
  /** Plain names of the files that were made for this reply. */
  readonly filesOf: (reply: Reply) => readonly string[];
}
