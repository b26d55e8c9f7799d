/** Prints the version of the Node that runs it. Only a Node that reads TypeScript can run it. */
const version: string = process.version;
console.log(version);
