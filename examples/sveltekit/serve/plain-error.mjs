/** An error whose message says all that a person needs: it is printed without a stack. */
export class PlainError extends Error {}
