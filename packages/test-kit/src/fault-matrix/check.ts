import type { Page } from '@authwright/testing'
import type { Fault } from './faults.ts'
import { type Flow, type Trial, SESSION_COOKIE } from './flow.ts'
import type { ProviderUser } from './provider-user.ts'
import type { Rows, FaultSetup } from './fault-setup.ts'

/** The longest acceptable response time, in milliseconds. */
const LONGEST_WAIT = 10_000

/** Error types of unexpected errors. */
const UNEXPECTED: ReadonlySet<unknown> = new Set(['CallbackRouteError', 'AuthError', undefined])

const typeOf = (error: Error): unknown => ('type' in error ? error.type : undefined)

const EXPECTED: Readonly<Record<Flow['respondsWith'], readonly number[]>> = {
  redirect: [302],
  json: [200, 503],
  page: [200, 302],
}

/** Also accepted when a stale replica does not find the user: a page instead of a redirect, or an error status. */
const MISSED: Readonly<Record<Flow['respondsWith'], readonly number[]>> = {
  redirect: [200, 404],
  json: [400, 401, 404],
  page: [],
}

/** Whether a response reports a failure. */
export const hasFailed = (flow: Flow, page: Page | undefined): boolean => {
  if (page === undefined) return true
  return flow.respondsWith === 'redirect' ? page.location?.searchParams.has('error') !== false : page.status !== 200
}

/** What is wrong with the response to the request under test. `undefined` is the response of a dead process. */
export const checkResponse = (
  flow: Flow,
  page: Page | undefined,
  setup: FaultSetup,
  fault: Fault | undefined,
): readonly string[] => {
  if (page === undefined) return []
  const complaints: string[] = []
  const expected = [...EXPECTED[flow.respondsWith], ...(fault === 'finds nothing' ? MISSED[flow.respondsWith] : [])]
  if (!expected.includes(page.status)) complaints.push(`the status was ${page.status}`)
  if (flow.respondsWith === 'page' && hasFailed(flow, page) && page.location?.searchParams.has('error') !== true) {
    complaints.push('a page failed without an error')
  }
  const set = page.headers.getSetCookie().filter((line) => line.startsWith(`${SESSION_COOKIE}=`))
  if (hasFailed(flow, page) && set.some((line) => !line.includes('Max-Age=0'))) {
    complaints.push('a failure set the cookie of a session')
  }
  if (flow.respondsWith === 'json' && page.status === 503 && set.length > 0) {
    complaints.push('an unreadable session was deleted')
  }
  // A missing row is not logged.
  const isLogged = setup.errors.length > 0 || fault === 'finds nothing'
  if (hasFailed(flow, page) && !isLogged) complaints.push('a failure was not logged')
  return complaints
}

/** What is wrong with all responses together, at the end. */
export const checkResponses = ({ longestWait, errors, time }: FaultSetup): readonly string[] => {
  const complaints = longestWait() > LONGEST_WAIT ? ['a response took longer than ten seconds'] : []
  if (time.open() > 0) complaints.push(`${time.open()} timers are open`)
  const unexpected = errors.find((error) => UNEXPECTED.has(typeOf(error)))
  return unexpected === undefined
    ? complaints
    : [...complaints, `an unexpected error was logged: ${unexpected.message}`]
}

const checkRows = ({ users, accounts, sessions }: Rows, user: ProviderUser): readonly string[] => {
  const complaints: string[] = []
  const own = users.filter(({ email }) => email === user.email)
  if (own.length !== 1) complaints.push(`${own.length} users have the address`)
  const known = new Set(users.map(({ id }) => String(id)))
  const linked = accounts.filter(({ providerAccountId }) => providerAccountId === user.id)
  const owners = new Set(linked.map(({ userId }) => String(userId)))
  if (owners.size > 1) complaints.push('the accounts of one user belong to several users')
  if ([...accounts, ...sessions].some(({ userId }) => !known.has(String(userId)))) {
    complaints.push('a row belongs to a missing user')
  }
  return complaints
}

/** What is wrong at the end. */
export const checkEnd = async (
  trial: Trial,
  fault: Fault | undefined,
  rows: Rows | undefined,
): Promise<readonly string[]> => {
  const { browser, user } = trial
  const session = (await browser.get('/auth/session')).json()
  const complaints = [...((await trial.check?.(fault)) ?? [])]
  const email = JSON.stringify(session).includes(user?.email ?? '\0')
  if (user === null && session !== null) complaints.push('a user is still signed in')
  if (user !== null && session === null) complaints.push('the user is not signed in at the end')
  if (user !== null && session !== null && !email) complaints.push('another user is signed in')
  return user === null || rows === undefined ? complaints : [...complaints, ...checkRows(rows, user)]
}
