/**
 * Waits one more turn of the event loop before a client counts as slow. While this process is busy, bytes wait in the
 * socket; timers run before sockets are read, so a timer alone would refuse clients that sent in time.
 */
export const afterOneMoreTurn = (judge: () => void): void => void setImmediate(() => setImmediate(judge));
