import type { Page } from '@authwright/testing'
import type { Fault } from './faults.ts'
import type { Flow, Trial } from './flow.ts'
import { SESSION_COOKIE } from './flow.ts'
import type { ProviderUser } from './provider-user.ts'
import type { Rows, FaultSetup } from './setup.ts'

/** The longest that anybody waits for an answer, in milliseconds. */
const LONGEST_WAIT = 10_000

/** Types of errors that say no more than that something unforeseen happened. */
const UNFORESEEN: ReadonlySet<unknown> = new Set(['CallbackRouteError', 'AuthError', undefined])

const typeOf = (error: Error): unknown => ('type' in error ? error.type : undefined)

const EXPECTED: Readonly<Record<Flow['respondsWith'], readonly number[]>> = {
  redirect: [302],
  json: [200, 503],
  page: [200, 302],
}

/**
 * What may be answered besides: of somebody who is not there, says a copy that is behind, nothing can be changed, and they are asked
 * rather than sent on; a script is told to ask.
 */
const MISSED: Readonly<Record<Flow['respondsWith'], readonly number[]>> = {
  redirect: [200, 404],
  json: [400, 401, 404],
  page: [],
}

/** Whether an answer says that it did not work. */
export const hasFailed = (flow: Flow, page: Page | undefined): boolean => {
  if (page === undefined) return true
  return flow.respondsWith === 'redirect' ? page.location?.searchParams.has('error') !== false : page.status !== 200
}

/** What is wrong with the answer to the request under test. `undefined` is the answer of a process that died. */
export const checkResponse = (
  flow: Flow,
  page: Page | undefined,
  setup: FaultSetup,
  fault: Fault | undefined,
): readonly string[] => {
  if (page === undefined) return []
  const complaints: string[] = []
  const expected = [...EXPECTED[flow.respondsWith], ...(fault === 'finds nothing' ? MISSED[flow.respondsWith] : [])]
  if (!expected.includes(page.status)) complaints.push(`the answer was ${page.status}`)
  if (flow.respondsWith === 'page' && hasFailed(flow, page) && page.location?.searchParams.has('error') !== true) {
    complaints.push('a page failed without saying so')
  }
  const set = page.headers.getSetCookie().filter((line) => line.startsWith(`${SESSION_COOKIE}=`))
  if (hasFailed(flow, page) && set.some((line) => !line.includes('Max-Age=0'))) {
    complaints.push('a failure set the cookie of a session')
  }
  if (flow.respondsWith === 'json' && page.status === 503 && set.length > 0) {
    complaints.push('a session that could not be read was taken away')
  }
  // That there is no such row is nothing to be told of.
  const isTold = setup.errors.length > 0 || fault === 'finds nothing'
  if (hasFailed(flow, page) && !isTold) complaints.push('a failure was not logged')
  return complaints
}

/** What is wrong with all answers together, when there are no more. */
export const checkResponses = ({ longestWait, errors, time }: FaultSetup): readonly string[] => {
  const complaints = longestWait() > LONGEST_WAIT ? ['the person waited longer than ten seconds'] : []
  if (time.open() > 0) complaints.push(`timers remain: ${time.open()}`)
  const unforeseen = errors.find((error) => UNFORESEEN.has(typeOf(error)))
  return unforeseen === undefined
    ? complaints
    : [...complaints, `an error of no type was logged: ${unforeseen.message}`]
}

const judgeRows = ({ users, accounts, sessions }: Rows, user: ProviderUser): readonly string[] => {
  const complaints: string[] = []
  const own = users.filter(({ email }) => email === user.email)
  if (own.length !== 1) complaints.push(`${own.length} users have the address`)
  const known = new Set(users.map(({ id }) => String(id)))
  const linked = accounts.filter(({ providerAccountId }) => providerAccountId === user.id)
  const owners = new Set(linked.map(({ userId }) => String(userId)))
  if (owners.size > 1) complaints.push('the accounts of one person belong to several users')
  if ([...accounts, ...sessions].some(({ userId }) => !known.has(String(userId)))) {
    complaints.push('a row belongs to a user who is not there')
  }
  return complaints
}

/** What is wrong when everything is over. */
export const checkEnd = async (
  trial: Trial,
  fault: Fault | undefined,
  rows: Rows | undefined,
): Promise<readonly string[]> => {
  const { browser, user } = trial
  const session = (await browser.get('/auth/session')).json()
  const complaints = [...((await trial.check?.(fault)) ?? [])]
  const email = JSON.stringify(session).includes(user?.email ?? '\0')
  if (user === null && session !== null) complaints.push('somebody is still signed in')
  if (user !== null && session === null) complaints.push('the person is not signed in in the end')
  if (user !== null && session !== null && !email) complaints.push('somebody else is signed in')
  return user === null || rows === undefined ? complaints : [...complaints, ...judgeRows(rows, user)]
}
