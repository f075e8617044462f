import { configure, getSession, signIn, update, type Session } from './index.ts'
import { createSessionStore } from './session-store.ts'
import type { SessionClient, SessionStore, SessionStoreOptions } from './session-store.ts'

/** Options of the session in a framework. */
export interface SessionOptions<S extends Session = Session> extends SessionStoreOptions<S> {
  /** The `basePath` of the application's config, for the client. @default '/auth' */
  readonly basePath?: string | undefined
  /** The client, if the application has several. @default the client whose functions `@authwright/client` exports */
  readonly client?: SessionClient | undefined
}

const defaultClient: SessionClient = { configure, getSession, signIn, update }

/** The store of a page that makes no other. On a server it stays `loading`, whatever the request. */
export const defaultStore: SessionStore = createSessionStore(defaultClient)

/** Make the store of a component tree. */
export const makeHookStore = ({ basePath, client = defaultClient, ...options }: SessionOptions): SessionStore => {
  // A server makes no requests, and its client belongs to all requests.
  if (basePath !== undefined && typeof document !== 'undefined') client.configure({ basePath })
  return createSessionStore(client, options)
}
