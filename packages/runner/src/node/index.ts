/** The parts that need a file system or a server of Node: a durable store of runs, and `serve`. */
export { folderStore } from './folder-store.ts';
export { serve, type Served, type ServeOptions } from './serve.ts';
