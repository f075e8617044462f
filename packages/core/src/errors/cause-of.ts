/**
 * What something thrown adds to the details of an error of ours. Whatever is no `Error` says nothing that could be trusted
 * in a log.
 */
export const causeOf = (thrown: unknown): { readonly err?: Error } => (thrown instanceof Error ? { err: thrown } : {})
