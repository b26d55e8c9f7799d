/** Clients that wait or stream cost others nothing, and learn nothing about other projects. */
import type { Mutant } from '../mutant.ts';

const WAITS: readonly [string] = ['apps/gateway/src/watch/long-polls.test.ts'];

const STREAMS: readonly [string] = ['apps/gateway/src/watch/stream-registry.test.ts'];

const PROJECTS: readonly [string] = ['apps/gateway/src/watch/project-stream-opener.test.ts'];

const EVENT_URLS: readonly [string] = ['apps/gateway/src/watch/event-urls.test.ts'];
const FORGED =
  'at a URL that was changed, or made elsewhere, for another purpose or project: all get the same response';

export const watchMutants: readonly Mutant[] = [
  {
    name: 'an upload URL opens an event stream',
    threat: 'key theft, guessing',
    file: 'apps/gateway/src/watch/event-addresses.ts',
    defence: "const PURPOSE = 'farebox-event-url-1';",
    without: "const PURPOSE = 'farebox-upload-url-1';",
    tests: EVENT_URLS,
    titles: [FORGED],
  },
  {
    name: 'an event URL never expires',
    threat: 'key theft, guessing',
    file: 'apps/gateway/src/http/stream-signed.ts',
    defence: 'if (clock.monotonicMs() < endsMs) return;',
    without: 'if (clock.monotonicMs() < endsMs + 1e12) return;',
    tests: EVENT_URLS,
    titles: ['at an expired URL, by the clock of the database', 'ends when its URL expires, and others stay open'],
  },
  {
    name: 'an event URL of one project opens the stream of another',
    threat: "another project's ids",
    file: 'apps/gateway/src/http/stream-signed.ts',
    defence: 'return identity?.project.id === permission.projectId ? identity : null;',
    without: 'return identity;',
    tests: EVENT_URLS,
    titles: [FORGED],
  },
  {
    name: 'the text of a header makes an expression go back',
    threat: 'I13',
    file: 'apps/gateway/src/watch/prefer-header.ts',
    defence: String.raw`(?:"|\\?$)`,
    without: '(?:"|$)',
    tests: ['apps/gateway/src/watch/prefer-header.test.ts'],
    titles: ['no text makes an expression go back'],
  },
  {
    name: 'any number of requests wait',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/long-polls.ts',
    defence: 'slots: all, slotsPerKey: [perOrganization, perProject, perKey]',
    without: 'slots: Infinity',
    tests: WAITS,
    titles: [
      'beyond the limits of a key and of the gateway `Prefer` is ignored; a client that disconnects frees its slot',
    ],
  },
  {
    name: 'a watch that failed once asks no more',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/execution-poller.ts',
    defence: '    isLooking = false;\n    schedule();',
    without: '    isLooking = isFailing;\n    schedule();',
    tests: WAITS,
    titles: ['an outage of the database during a wait is no failure: the watch retries until the database is back'],
  },
  {
    name: 'progress is no change to who waits',
    threat: 'resource exhaustion',
    file: 'packages/executions/src/store/watched.ts',
    defence: "concat_ws(' ', e.xmin, steps.mark, told.mark)",
    without: "concat_ws(' ', e.xmin, steps.mark)",
    tests: ['packages/executions/src/store/watched.test.ts'],
    titles: ['a mark changes with each state and stays the same otherwise'],
  },
  {
    name: 'a key that was revoked keeps its streams',
    threat: 'key theft, guessing',
    file: 'apps/gateway/src/watch/stream-registry.ts',
    defence: 'if (error instanceof AppError) for (const { response } of streams) response.end();',
    without: '',
    tests: STREAMS,
    titles: ['the streams of a revoked key are closed, those of other keys are not'],
  },
  {
    name: "a stream of another project's execution is opened",
    threat: "another project's ids",
    file: 'apps/gateway/src/handlers/stream-execution.ts',
    defence: 'const current = await executions.get(projectId, params.id);',
    without:
      "const current = (await executions.get(projectId, params.id)) ?? ({ id: params.id, status: 'queued' } as Execution);",
    tests: STREAMS,
    titles: ['the stream of another project’s execution and of a missing one get the same 404'],
  },
  {
    name: 'what a client does not read is kept for it',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/event-stream.ts',
    defence: 'if (waiting.size > 0 || isFull()) waiting.set(about, text);',
    without: 'if (waiting.size > 0) waiting.set(about, text);',
    tests: STREAMS,
    titles: ['for a slow client only the latest state of each subject waits, in bounded memory'],
  },
  {
    name: 'who reads slowly ends the gateway with a stream that was ended',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/event-stream.ts',
    defence: 'const isOver = (): boolean => response.writableEnded;',
    without: 'const isOver = (): boolean => response.destroyed;',
    tests: STREAMS,
    titles: ['nothing is written to an ended stream, however slowly its client reads'],
  },
  {
    name: 'streams keep a gateway from stopping',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/stream-registry.ts',
    defence: '      for (const { stream } of each()) stream.leave();\n',
    without: '',
    tests: STREAMS,
    titles: ['a stopping gateway asks its clients to reconnect after different delays, and does not wait for them'],
  },
  {
    name: 'an end is passed over where its state could not be read',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-log-poller.ts',
    defence:
      '  await tell(reader, [...found.values()].flat(), new Map(projects.map((project) => [project.id, project])));\n',
    without: '',
    tests: PROJECTS,
    titles: ['an execution that begins and ends between two queries is sent'],
  },
  {
    name: "a reader resumes from another project's position",
    threat: "another project's ids",
    file: 'packages/executions/src/store/project-log.ts',
    defence:
      'SELECT id FROM ledger_transfer WHERE project_id = ${projectId} AND execution_id = ${executionId} AND kind = ${kind}) AS position,',
    without: 'SELECT id FROM ledger_transfer WHERE execution_id = ${executionId} AND kind = ${kind}) AS position,',
    tests: ['packages/executions/src/store/project-log.test.ts'],
    titles: [
      'a reader starts with the open executions, newest first, and the entries since a position of this project',
    ],
  },
  {
    name: 'a stream of a project tells of others',
    threat: "another project's ids",
    file: 'apps/gateway/src/watch/project-log-poller.ts',
    defence: 'of.get(projectId)?.changes.logged(state, settled.has(id));',
    without: 'for (const { changes } of of.values()) changes.logged(state, settled.has(id));',
    tests: PROJECTS,
    titles: ['streams of two projects in the same query get nothing of each other'],
  },
  {
    name: 'a position is sent before the states that precede it',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-stream.ts',
    defence: 'if (due.size === 0 && !isClosed && !stream.isFull()) frames.position(position, snapshot);',
    without: 'if (!isClosed) frames.position(position, snapshot);',
    tests: PROJECTS,
    titles: ['for a slow client only ids are queued; once it reads, it gets the latest states and then the position'],
  },
  {
    name: 'a stream is answered with a read that began before it asked',
    threat: 'I11',
    file: 'apps/gateway/src/watch/shared-reads.ts',
    defence:
      'await turn.take({ key: tenant });\n    waiting.delete(about);\n    try {\n      return await read();\n    } finally {',
    without:
      'await turn.take({ key: tenant });\n    try {\n      return await read();\n    } finally {\n      waiting.delete(about);',
    tests: ['apps/gateway/src/watch/shared-reads.test.ts'],
    titles: ['a request for a waiting read shares it; a request during the read gets the next one'],
  },
  {
    name: 'a state that changed while the client was slow is not read again',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-stream.ts',
    defence: '      due.add(state.id);\n      if (due.size',
    without: '      if (due.size',
    tests: PROJECTS,
    titles: ['for a slow client only ids are queued; once it reads, it gets the latest states and then the position'],
  },
];
