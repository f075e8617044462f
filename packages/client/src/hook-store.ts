import { configure, getSession, signIn, update, type Session } from './index.ts'
import { createSessionStore } from './session-store.ts'
import type { RefreshOptions, SessionClient, SessionStore } from './session-store.ts'

/**
 * Options of the session in a framework.
 * @example const options: SessionOptions = { session: data.session, refreshEvery: 5 * 60 }
 */
export interface SessionOptions<S extends Session = Session> extends RefreshOptions {
  /**
   * The session that the server rendered, or `null` when the user is signed out. Without it the browser requests it.
   * @example session: data.session
   */
  readonly session?: S | null | undefined
  /**
   * The `basePath` of the application's config, for the client. @default '/auth'
   * @example basePath: '/staff/auth'
   */
  readonly basePath?: string | undefined
  /**
   * The client, if the application has several. @default the client whose functions `@authwright/client` exports
   * @example client: createClient({ basePath: '/staff/auth' })
   */
  readonly client?: SessionClient | undefined
}

const defaultClient: SessionClient = { configure, getSession, signIn, update }

/** The store of a page that makes no other. On a server it stays `loading`, whatever the request. */
export const defaultStore: SessionStore = createSessionStore(defaultClient)

/** Make the store of a component tree. */
export const makeHookStore = <S extends Session = Session>({
  session,
  basePath,
  client = defaultClient,
  ...options
}: SessionOptions<S>): SessionStore<S> => {
  // A server makes no requests, and its client belongs to all requests.
  if (basePath !== undefined && typeof document !== 'undefined') client.configure({ basePath })
  return createSessionStore(client, { ...options, initial: session })
}
