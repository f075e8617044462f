'use client'

import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import { defaultStore, makeHookStore } from './hook-store.ts'
import type { Session, SessionClient, SessionState, SessionStore } from './index.ts'

export { getCsrfToken, getProviders, getSession, signIn, signOut } from './index.ts'
export type * from './index.ts'

/**
 * The props of a `SessionProvider`.
 * @example const props: SessionProviderProps = { session: await auth(), refetchInterval: 5 * 60 }
 */
export interface SessionProviderProps {
  /**
   * The part of the application that uses the session.
   * @example <SessionProvider>{children}</SessionProvider>
   */
  readonly children?: ReactNode
  /**
   * The session that the server rendered, or `null` when the user is signed out. Without it the browser requests it.
   * @example <SessionProvider session={await auth()}>{children}</SessionProvider>
   */
  readonly session?: Session | null | undefined
  /**
   * The `basePath` of the application's config. @default '/auth'
   * @example <SessionProvider basePath="/staff/auth">{children}</SessionProvider>
   */
  readonly basePath?: string | undefined
  /**
   * Refresh after this many seconds; 0 for never. @default 0
   * @example <SessionProvider refetchInterval={5 * 60}>{children}</SessionProvider>
   */
  readonly refetchInterval?: number
  /**
   * Whether to refresh when the user returns to the tab and the last response is older than 60 seconds. @default true
   * @example <SessionProvider refetchOnWindowFocus={false}>{children}</SessionProvider>
   */
  readonly refetchOnWindowFocus?: boolean
  /**
   * Has no effect, because no interval refreshes while the browser is offline.
   *
   * @deprecated leave it out
   * @example <SessionProvider refetchWhenOffline={false}>{children}</SessionProvider>
   */
  readonly refetchWhenOffline?: boolean
  /**
   * The client, if the application has several. @default the client whose functions this module exports
   * @example
   * const staff = createClient({ basePath: '/staff/auth' })
   * const page = <SessionProvider client={staff}>{children}</SessionProvider>
   */
  readonly client?: SessionClient
}

/**
 * Options of `useSession`.
 * @example const options: UseSessionOptions = { required: true, onUnauthenticated: () => location.assign('/login') }
 */
export interface UseSessionOptions<Required extends boolean = boolean> {
  /**
   * Whether to leave the page when the user is signed out. @default false
   * @example required: true
   */
  readonly required?: Required
  /**
   * What to do when a session is required and the user is signed out. @default load the sign-in page
   * @example onUnauthenticated: () => location.assign('/login')
   */
  readonly onUnauthenticated?: () => void
}

/**
 * What `useSession` returns.
 * @example const greet = ({ data }: SessionContextValue) => data?.user?.name ?? 'guest'
 */
export type SessionContextValue<Required extends boolean = false, S extends Session = Session> = {
  /**
   * Pass data to the `jwt` and `session` callbacks. Without data this refreshes.
   * @example
   * const { update } = useSession()
   * const rename = (name: string) => update({ name })
   */
  readonly update: SessionStore<S>['update']
} & (Required extends true ? Exclude<SessionState<S>, { status: 'unauthenticated' }> : SessionState<S>)

/**
 * The store of the nearest `SessionProvider`.
 *
 * @example
 * const store = useContext(SessionContext)
 * await store.refresh()
 */
export const SessionContext = createContext<SessionStore>(defaultStore)

/**
 * Give the components below one session. Without it, `useSession` requests the session in the browser.
 *
 * @example
 * const page = <SessionProvider session={await auth()}>{children}</SessionProvider>
 */
export const SessionProvider = ({
  children,
  session,
  basePath,
  client,
  refetchInterval: refreshEvery = 0,
  refetchOnWindowFocus: refreshOnFocus = true,
}: SessionProviderProps): ReactElement => {
  const [store] = useState(() => makeHookStore({ session, basePath, client }))
  useEffect(() => store.configure({ refreshEvery, refreshOnFocus }), [store, refreshEvery, refreshOnFocus])
  const rendered = useRef(session)
  useEffect(() => {
    // After a navigation the server may have rendered another session.
    if (session !== undefined && session !== rendered.current) store.hydrate(session)
    rendered.current = session
  }, [store, session])
  return createElement(SessionContext.Provider, { value: store }, children)
}

const loading = { status: 'loading', data: null } as const

/**
 * Read the session. The component renders again when the session changes.
 *
 * @example
 * const { data, status } = useSession()
 */
export function useSession<S extends Session = Session>(
  options: UseSessionOptions<true> & { readonly required: true },
): SessionContextValue<true, S>
export function useSession<S extends Session = Session>(options?: UseSessionOptions): SessionContextValue<false, S>
export function useSession({ required = false, onUnauthenticated }: UseSessionOptions = {}): SessionContextValue {
  const store = useContext(SessionContext)
  const state = useSyncExternalStore(store.subscribe, store.get, () => store.initial)
  const isRefused = required && state.status === 'unauthenticated'
  useEffect(() => {
    if (!isRefused) return
    if (onUnauthenticated === undefined) void store.client.signIn()
    else onUnauthenticated()
    // Once per sign-out, also if the caller passes another function each time.
  }, [store, isRefused])
  return useMemo(() => ({ ...(isRefused ? loading : state), update: store.update }), [store, state, isRefused])
}
