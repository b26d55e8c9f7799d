/** Says which Node runs it, and only a Node that reads TypeScript can. */
const version: string = process.version;
console.log(version);
