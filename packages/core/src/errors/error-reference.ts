import type { AuthError } from './auth-error.ts'

/** By the error that server code got. */
const references = new WeakMap<AuthError, string>()

/** Keeps the reference of an error for the page to which a framework package redirects. */
export const keepReference = (error: AuthError, reference: string): void => void references.set(error, reference)

export const findReference = (error: AuthError): string | undefined => references.get(error)
