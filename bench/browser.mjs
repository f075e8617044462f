// The parts of a browser that a sign-in needs.

/** @typedef {(request: Request) => Promise<Response>} Handle */

/** @param {Response} response @param {Map<string, string>} [jar] */
export const storeCookies = (response, jar = new Map()) => {
  for (const line of response.headers.getSetCookie()) {
    const pair = line.slice(0, line.indexOf(';'))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return jar
}

/** @param {ReadonlyMap<string, string>} jar */
export const toCookieHeader = (jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
