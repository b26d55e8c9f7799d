/**
 * Before a client is called slow: what it sent while this process was busy, or had no CPU, waits in its socket. Timers run
 * before sockets are read, so a verdict on time alone would fall on clients that were in time.
 */
export const afterOneMoreTurn = (judge: () => void): void => void setImmediate(() => setImmediate(judge));
