import type { Cookie } from '@authwright/core'
import type { Cookies } from '@sveltejs/kit'

/**
 * Pass a cookie to SvelteKit, which adds it to the response, to a thrown redirect, and to the requests of load functions.
 * After the response was created, SvelteKit 2 throws and SvelteKit 3 ignores the cookie: `addMissingCookies` adds it then.
 */
export const setCookie = (cookies: Cookies, { name, value, options }: Cookie): void => {
  try {
    // Every attribute is passed, because SvelteKit has defaults of its own.
    const { path = '/', httpOnly = false, secure = false, sameSite = false, ...rest } = options
    cookies.set(name, value, { ...rest, path, httpOnly, secure, sameSite })
  } catch {
    // The response was already created.
  }
}
