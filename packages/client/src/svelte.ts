import type { Readable } from 'svelte/store'
import { makeHookStore, type SessionOptions } from './hook-store.ts'
import type { Session, SessionState, SessionStore } from './index.ts'

export type { SessionOptions } from './hook-store.ts'
export type * from './index.ts'

/**
 * The session as a store of Svelte.
 * @example
 * const session: SvelteSession = createSession({ session: data.session })
 * session.subscribe(({ status }) => console.log(status))
 */
export type SvelteSession<S extends Session = Session> = Readable<SessionState<S>> &
  Pick<SessionStore<S>, 'hydrate' | 'refresh' | 'update'>

/**
 * Make a store of the session: `$session` in a component, or `fromStore(session)` with runes. On a server make one per
 * request, in a component.
 *
 * @example
 * const session = createSession({ session: data.session })
 */
export const createSession = <S extends Session = Session>(options: SessionOptions<S> = {}): SvelteSession<S> => {
  const { get, subscribe, hydrate, refresh, update } = makeHookStore(options)
  return {
    // A store of Svelte passes the value, also to a new subscriber.
    subscribe: (run) => {
      run(get())
      return subscribe(() => run(get()))
    },
    hydrate,
    refresh,
    update,
  }
}
