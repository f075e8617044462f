import { once } from '../base/async.ts'
import type { AuthContext } from '../config/engine-types.ts'
import type { Cookie } from '../types/http.ts'
import { clearCookie, type CookieJar } from '../web/cookies.ts'

/** Characters. Many servers refuse more than 8 KiB of headers (RFC 6585 §5): the user could not even sign out. */
const BUDGET = 8000

/** What optional content leaves for what a sign-in still adds: an attempt, the CSRF token, the authentication. */
const RESERVE = 2000

const lengthOf = (name: string, value: string): number => name.length + value.length + 3

const sum = (lengths: Iterable<number>): number => [...lengths].reduce((total, length) => total + length, 0)

const isClearing = ({ options }: Cookie): boolean => options.maxAge === 0

/** The characters of each cookie of this library that the browser has after the response. */
const lengthsAfter = ({ cookies }: AuthContext, jar: CookieJar, written: readonly Cookie[]): Map<string, number> => {
  const names = Object.values(cookies).map(({ name }) => name)
  const isOwn = (name: string): boolean => names.some((own) => name === own || name.startsWith(`${own}.`))
  const own = [...jar.startingWith('')].filter(([name]) => isOwn(name))
  const lengths = new Map(own.map(([name, values]) => [name, sum(values.map((value) => lengthOf(name, value)))]))
  for (const cookie of written) {
    if (isClearing(cookie)) lengths.delete(cookie.name)
    else lengths.set(cookie.name, lengthOf(cookie.name, encodeURIComponent(cookie.value)))
  }
  return lengths
}

/** Whether optional content fits, beside the reserve and the cookies that `fitCookies` does not remove. */
export const hasRoomFor = (context: AuthContext, jar: CookieJar, written: readonly Cookie[]): boolean => {
  const { state, webauthnChallenge, callbackUrl } = context.cookies
  const isRemovable = (name: string): boolean =>
    name === callbackUrl.name || [state, webauthnChallenge].some((own) => name.startsWith(`${own.name}.`))
  const lengths = [...lengthsAfter(context, jar, written)].filter(([name]) => !isRemovable(name))
  return sum(lengths.map(([, length]) => length)) + RESERVE <= BUDGET
}

/** Loaded when they are needed: a session check does not need them. */
const loadAttempts = once(() => Promise.all([import('./attempt.ts'), import('./ceremony.ts')]))

const fit = async (context: AuthContext, jar: CookieJar, written: readonly Cookie[]) => {
  // Most headers are so short that even with the cookies of others nothing has to go.
  const added = sum(written.map(({ name, value }) => lengthOf(name, encodeURIComponent(value))))
  if (jar.length + added <= BUDGET) return written
  const lengths = lengthsAfter(context, jar, written)
  let excess = sum(lengths.values()) - BUDGET
  if (excess <= 0) return written
  const begun = new Set(written.map(({ name }) => name))
  const [{ listAttemptCookies }, { listCeremonyCookies }] = await loadAttempts()
  const listed = await Promise.all([listAttemptCookies(context, jar), listCeremonyCookies(context, jar)])
  const oldestFirst = listed.flat().toSorted((a, b) => a.created - b.created)
  const { callbackUrl } = context.cookies
  const removable = oldestFirst.map(({ clear }) => clear).filter(({ name }) => !begun.has(name))
  const removed: Cookie[] = []
  for (const clear of [...removable, clearCookie(callbackUrl)]) {
    const length = lengths.get(clear.name)
    if (excess <= 0 || length === undefined) continue
    excess -= length
    removed.push(clear)
  }
  return [...written, ...removed]
}

/** The cookies of a response, and the removal of the oldest attempts and of the callback URL beyond the budget. */
export const fitCookies = (context: AuthContext, jar: CookieJar, written: readonly Cookie[] = []) =>
  written.every(isClearing) ? written : fit(context, jar, written)
