import type { AdapterNeed, ConfigFacts } from './engine-types.ts'
import { authError, InvalidConfig } from '../errors/error-classes.ts'
import type { AdapterMethod } from '../store/bind-adapter.ts'
import type { Adapter, PageName } from '../types/index.ts'
import { authActions, type AuthAction } from '../types/http.ts'
import { byMethod } from './provider-table.ts'
import { signsInByMail } from './unverified-email.ts'

const DATABASE_SESSIONS: AdapterNeed = {
  who: 'session.strategy "database"',
  methods: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'],
}

const DELETION: AdapterNeed = { who: 'callbacks.deleteUser', methods: ['deleteUser', 'getUser'] }

const delayedDeletion = (strategy: ConfigFacts['strategy']): AdapterNeed => ({
  who: 'account.deletionDelay',
  methods: [
    ...(['scheduleUserDeletion', 'listUsersToDelete', 'incrementCounter'] as const),
    strategy === 'database' ? 'deleteSessions' : 'revokeSessions',
  ],
})

/** Each missing method with what needs it, in the order of the needs. */
const findMissing = (needs: readonly AdapterNeed[], adapter: Adapter): ReadonlyMap<string, readonly string[]> => {
  const has = (method: AdapterMethod): boolean => typeof adapter[method] === 'function'
  const wanted = new Set(needs.filter(({ unless }) => unless === undefined).flatMap(({ methods }) => methods))
  const missing = new Map<string, readonly string[]>()
  for (const { who, methods, unless } of needs) {
    if (unless?.every((method) => has(method) || wanted.has(method)) === true) continue
    for (const method of methods) if (!has(method)) missing.set(method, [...(missing.get(method) ?? []), who])
  }
  return missing
}

/** Check that the adapter has the methods that the config calls. The error names all missing ones and their users. */
const checkAdapter = ({ providers, methods, adapter, strategy, callbacks, account }: ConfigFacts): void => {
  const needs = [
    ...(strategy === 'database' ? [DATABASE_SESSIONS] : []),
    ...(callbacks.deleteUser === undefined ? [] : [DELETION]),
    ...(account.deletionDelay === 0 ? [] : [delayedDeletion(strategy)]),
    ...byMethod(providers, methods).flatMap(([method, served]) => method.adapterNeeds?.(served) ?? []),
  ]
  if (adapter === undefined) {
    const who = needs.filter(({ isOptional, unless }) => isOptional !== true && unless === undefined)
    if (who.length === 0) return
    throw authError('MissingAdapter', `An adapter is needed for: ${who.map((need) => need.who).join(', ')}`)
  }
  const missing = [...findMissing(needs, adapter)]
  if (missing.length === 0) return
  const list = missing.map(([method, who]) => `${method} (${who.join(', ')})`)
  const names = missing.map(([name]) => name)
  const needing = new Set(missing.flatMap(([, who]) => who).map((who) => who.replace(/, unless .*/, '')))
  const fix = `Add ${names.join(', ')} to the adapter, or remove what needs them: ${[...needing].join(', ')}`
  throw authError('MissingAdapterMethods', `The adapter lacks ${list.join('; ')}`, { missing: names, fix })
}

/** The routes of this library that each page may be. */
const PAGE_ROUTES: Readonly<Record<PageName, readonly AuthAction[]>> = {
  signIn: ['signin'],
  signOut: ['signout'],
  // The sign-in page shows errors too.
  error: ['error', 'signin'],
  verifyRequest: ['verify-request'],
  newUser: ['account', 'passkey'],
}

/** The route of this library that a page of the config names, or `undefined` if the page belongs to the application. */
const findRoute = (page: string, { basePath, origin = 'http://localhost' }: ConfigFacts): AuthAction | undefined => {
  const url = new URL(page, origin)
  if (url.origin !== origin || !url.pathname.startsWith(`${basePath}/`)) return undefined
  const segments = url.pathname.slice(basePath.length).split('/')
  const segment = segments.find((part) => part !== '')
  return authActions.find((action) => action === segment)
}

/** Check that no page is a built-in route of another purpose. With `signIn: '/auth/signout'` no user could sign in. */
const checkPages = (facts: ConfigFacts): void => {
  for (const [name, allowed] of Object.entries(PAGE_ROUTES)) {
    const page = facts.pages[name as PageName]
    const route = page === undefined ? undefined : findRoute(page, facts)
    if (route === undefined || allowed.includes(route)) continue
    const option = `pages.${name}`
    const fix = `Change ${option} from "${page}" to a page of the application, or remove the line`
    throw new InvalidConfig(`${option}: "${page}" is the route "${route}" of this library`, { option, fix })
  }
}

export const checkConfig = (facts: ConfigFacts): void => {
  const { providers, methods, experimental, requireVerifiedEmail } = facts
  checkPages(facts)
  for (const [method, served] of byMethod(providers, methods)) method.checkProviders?.(served, experimental)
  checkAdapter(facts)
  if (requireVerifiedEmail && !signsInByMail(providers))
    throw new InvalidConfig('requireVerifiedEmail needs an e-mail provider', {
      option: 'requireVerifiedEmail',
      fix: 'Add an e-mail provider, such as Nodemailer, or remove requireVerifiedEmail: true',
    })
}
