/** Clients that wait or stream cost others nothing, and learn nothing about other projects. */
import type { Mutant } from '../mutant.ts';

const WAITS: readonly [string] = ['apps/gateway/src/watch/long-polls.test.ts'];

const STREAMS: readonly [string] = ['apps/gateway/src/watch/stream-registry.test.ts'];

const PROJECTS: readonly [string] = ['apps/gateway/src/watch/project-stream-opener.test.ts'];

export const watchMutants: readonly Mutant[] = [
  {
    name: 'any number of requests wait',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/long-polls.ts',
    defence: 'places: limits.all',
    without: 'places: Infinity',
    tests: WAITS,
    titles: [
      'beyond the places of a key, and of the gateway, the wish is left; a client that goes gives its place back',
    ],
  },
  {
    name: 'a watch that failed once asks no more',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/execution-poller.ts',
    defence: '    isLooking = false;\n    schedule();',
    without: '    isLooking = isFailing;\n    schedule();',
    tests: WAITS,
    titles: ['a database that is away while somebody waits is no reason to fail: it is asked until it is back'],
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
    titles: ['a key that is revoked loses its streams, and no other key does'],
  },
  {
    name: "a stream of another project's execution is opened",
    threat: "another project's ids",
    file: 'apps/gateway/src/handlers/stream-execution.ts',
    defence: 'const execution = await executions.get(projectId, params.id);',
    without:
      "const execution = (await executions.get(projectId, params.id)) ?? ({ id: params.id, status: 'queued' } as Execution);",
    tests: STREAMS,
    titles: ["another project's execution has no stream, like one that nobody has"],
  },
  {
    name: 'what a client does not read is kept for it',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/event-stream.ts',
    defence: 'if (waiting.size > 0 || isFull()) waiting.set(about, text);',
    without: 'if (waiting.size > 0) waiting.set(about, text);',
    tests: STREAMS,
    titles: ['who does not read is kept the latest state of each thing, and never more than a bound of the rest'],
  },
  {
    name: 'who reads slowly ends the gateway with a stream that was ended',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/event-stream.ts',
    defence: 'const isOver = (): boolean => response.writableEnded;',
    without: 'const isOver = (): boolean => response.destroyed;',
    tests: STREAMS,
    titles: ['of a stream that was ended nothing is told any more, however slowly its client takes what came before'],
  },
  {
    name: 'streams keep a gateway from stopping',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/stream-registry.ts',
    defence: '      for (const { stream } of each()) stream.leave();\n',
    without: '',
    tests: STREAMS,
    titles: [
      'a gateway that stops asks its clients to come back, each at a moment of its own, and is not kept by them',
    ],
  },
  {
    name: 'an end is passed over where its state could not be read',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-log-poller.ts',
    defence:
      '  await tell(reader, [...found.values()].flat(), new Map(projects.map((project) => [project.id, project])));\n',
    without: '',
    tests: PROJECTS,
    titles: ['what comes and goes between two looks is told'],
  },
  {
    name: "another project's place is gone on from",
    threat: "another project's ids",
    file: 'packages/executions/src/store/project-log.ts',
    defence:
      'SELECT id FROM ledger_transfer WHERE project_id = ${projectId} AND execution_id = ${executionId} AND kind = ${kind}) AS place,',
    without: 'SELECT id FROM ledger_transfer WHERE execution_id = ${executionId} AND kind = ${kind}) AS place,',
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
    titles: ['nothing of another project is told, in the same rounds'],
  },
  {
    name: 'a place is told before what comes before it',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-stream.ts',
    defence: 'if (due.size === 0 && !isClosed && !stream.isFull()) frames.place(place, snapshot);',
    without: 'if (!isClosed) frames.place(place, snapshot);',
    tests: PROJECTS,
    titles: [
      'of what a client does not take only ids are kept; once it does, it is told the latest, and then the place',
    ],
  },
  {
    name: 'a stream is answered with a read that began before it asked',
    threat: 'I11',
    file: 'apps/gateway/src/watch/shared-reads.ts',
    defence: 'await turn.take();\n    waiting.delete(about);\n    try {\n      return await read();\n    } finally {',
    without: 'await turn.take();\n    try {\n      return await read();\n    } finally {\n      waiting.delete(about);',
    tests: ['apps/gateway/src/watch/shared-reads.test.ts'],
    titles: ['who asks for what somebody waits for is answered with it; who asks while it is read, with the next'],
  },
  {
    name: 'what was told before the client could take it is not read again',
    threat: 'I11',
    file: 'apps/gateway/src/watch/project-stream.ts',
    defence: '      due.add(state.id);\n      if (due.size',
    without: '      if (due.size',
    tests: PROJECTS,
    titles: [
      'of what a client does not take only ids are kept; once it does, it is told the latest, and then the place',
    ],
  },
];
