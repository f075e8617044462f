/** The demo cannot start. The message tells the developer what to do, and is printed without a stack trace. */
export class StartError extends Error {}
