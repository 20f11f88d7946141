/** What the caller typed is wrong: shown without a stack, exit code 2. */
export class UsageError extends Error {}
