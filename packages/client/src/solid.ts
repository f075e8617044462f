import { createComponent, createContext, createEffect, createSignal, on, onCleanup, onMount } from 'solid-js'
import { sharedConfig, splitProps, useContext, type Accessor, type JSX, type ParentProps } from 'solid-js'
import { defaultStore, makeHookStore, type SessionOptions } from './hook-store.ts'
import type { Session, SessionState, SessionStore } from './index.ts'

export type { SessionOptions } from './hook-store.ts'
export type * from './index.ts'

/**
 * The store of the nearest `SessionProvider`.
 * @example
 * const store = useContext(SessionContext)
 * await store.refresh()
 */
export const SessionContext = createContext<SessionStore>(defaultStore)

/**
 * What `useSession` returns.
 * @example const greet = ({ data }: SolidSession) => data()?.user?.name ?? 'guest'
 */
export interface SolidSession<S extends Session = Session> extends Pick<SessionStore<S>, 'refresh' | 'update'> {
  /**
   * Whether a user is signed in; `loading` until this is known.
   * @example
   * const { status } = useSession()
   * const isSignedIn = () => status() === 'authenticated'
   */
  readonly status: Accessor<SessionState['status']>
  /**
   * The session, or `null` when the user is signed out or the session is not known yet.
   * @example
   * const { data } = useSession()
   * const name = () => data()?.user?.name ?? 'guest'
   */
  readonly data: Accessor<S | null>
  /**
   * Why the last request failed.
   * @example
   * const { error } = useSession()
   * const message = () => error()?.message
   */
  readonly error: Accessor<Error | undefined>
}

/**
 * Give the components below one session. Without it, `useSession` requests the session in the browser.
 *
 * @example
 * const page = () => <SessionProvider session={session}><Page /></SessionProvider>
 */
export const SessionProvider = (props: ParentProps<SessionOptions>): JSX.Element => {
  const [own, options] = splitProps(props, ['children'])
  const store = makeHookStore(options)
  const hydrate = (session: Session | null | undefined): void => {
    if (session !== undefined) store.hydrate(session)
  }
  // After a navigation the server may have rendered another session.
  createEffect(on(() => props.session, hydrate, { defer: true }))
  return createComponent(SessionContext.Provider, {
    value: store,
    get children() {
      return own.children
    },
  })
}

/**
 * Read the session in a component.
 *
 * @example
 * const { data, status } = useSession()
 */
export const useSession = <S extends Session = Session>(): SolidSession<S> => {
  const store = useContext(SessionContext)
  // While Solid takes over the elements of the server, they show the first state.
  const [state, setState] = createSignal(sharedConfig.context ? store.initial : store.get())
  const show = (): void => void setState(() => store.get())
  onMount(() => {
    onCleanup(store.subscribe(show))
    show()
  })
  return {
    status: () => state().status,
    // The caller names the type that the `session` callback makes.
    data: () => state().data as S | null,
    error: () => state().error,
    refresh: store.refresh,
    update: store.update as SessionStore<S>['update'],
  }
}
