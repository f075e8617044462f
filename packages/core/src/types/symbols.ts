/**
 * Key of a provider's own `fetch`, used for every outbound call to that provider.
 * @example const provider = GitHub({ [customFetch]: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(5000) }) })
 */
export const customFetch: unique symbol = Symbol('custom-fetch')

/**
 * For framework authors: the value of `config.raw` that makes `Auth` return a `ResponseInternal`.
 * @example const { status, redirect, cookies } = await Auth(request, { providers: [GitHub], secret, raw })
 */
export const raw: unique symbol = Symbol('return-type-raw')

/**
 * For framework authors: the value of `config.skipCSRFCheck` that turns the CSRF check off.
 * @example const config: AuthConfig = { providers: [GitHub], skipCSRFCheck }
 */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')
