/** The details that a thrown value adds to an error. A value that is not an `Error` is left out: it may hold anything. */
export const causeOf = (thrown: unknown): { readonly err?: Error } => (thrown instanceof Error ? { err: thrown } : {})
