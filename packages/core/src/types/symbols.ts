/** Key of a provider's own `fetch`, used for every outbound call to that provider. */
export const customFetch: unique symbol = Symbol('custom-fetch')

/** For framework authors: the value of `config.raw` that makes `Auth` return a `ResponseInternal`. */
export const raw: unique symbol = Symbol('return-type-raw')

/** For framework authors: the value of `config.skipCSRFCheck` that turns the CSRF check off. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')
