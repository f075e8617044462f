import { isBrowser, isOldPage, makeTimer, onPageReturn } from './page-events.ts'
import { makeObservable, makeSingleFlight, toState, withError, type SessionState } from './session-state.ts'
import { onChangeInAnyTab } from './session.ts'
import type { Client, Session } from './types.ts'

/**
 * When a session store makes requests.
 * @example const options: RefreshOptions = { refreshOnFocus: false, refreshEvery: 5 * 60 }
 */
export interface RefreshOptions {
  /**
   * Whether to refresh when the user returns to the tab and the last response is older than 60 seconds. @default true
   * @example refreshOnFocus: false
   */
  readonly refreshOnFocus?: boolean
  /**
   * Refresh after this many seconds, except while the browser is offline; 0 for never. @default 0
   * @example refreshEvery: 5 * 60
   */
  readonly refreshEvery?: number
}

/**
 * Options of a session store.
 * @example const options: SessionStoreOptions = { initial: null, refreshEvery: 5 * 60 }
 */
export interface SessionStoreOptions<S extends Session = Session> extends RefreshOptions {
  /**
   * The session that the server rendered, or `null` when the user is signed out. Without it the store requests the
   * session.
   * @example initial: JSON.parse(document.querySelector('#session')?.textContent ?? 'null')
   */
  readonly initial?: S | null | undefined
}

/**
 * The part of a client that a session store uses.
 * @example
 * const staff: SessionClient = createClient({ basePath: '/staff/auth' })
 * const store = createSessionStore(staff)
 */
export type SessionClient = Pick<Client, 'configure' | 'getSession' | 'signIn' | 'update'>

/**
 * Keeps the session of a page up to date while it has listeners.
 * @example const watch = (store: SessionStore) => store.subscribe(() => console.log(store.get().status))
 */
export interface SessionStore<S extends Session = Session> {
  /** The client that sends the requests. */
  readonly client: SessionClient
  /** The first state: what the server rendered. */
  readonly initial: SessionState<S>
  /**
   * Returns the current state. It is the same object until the state changes.
   * @example const { status, data } = store.get()
   */
  readonly get: () => SessionState<S>
  /**
   * Call the listener after each change. Returns the function that removes the listener. On a server it does nothing.
   * @example const stop = store.subscribe(() => console.log(store.get().status))
   */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Request the session. Resolves when the state is up to date, also after a failure.
   * @example await store.refresh()
   */
  readonly refresh: () => Promise<void>
  /**
   * Pass data to the `jwt` and `session` callbacks. Without data this refreshes. Rejects with a `ClientError`.
   * @example const session = await store.update({ name: 'Ada' })
   */
  readonly update: (data?: unknown) => Promise<S | null>
  /**
   * Show a session that the server rendered since then.
   * @example store.hydrate(null)
   */
  readonly hydrate: (session: S | null) => void
  /**
   * Change when the store makes requests.
   * @example store.configure({ refreshEvery: 5 * 60 })
   */
  readonly configure: (options: RefreshOptions) => void
}

/** Milliseconds after which a response is old, and after which a failed request is repeated. */
const STALE_AFTER = 60_000

/**
 * Milliseconds until the next request. Neither a clock that is ahead of the server, nor a session without an expiry, may cause one
 * request after another.
 */
const nextRequest = ({ data, error }: SessionState, { refreshEvery = 0 }: RefreshOptions): number => {
  const untilExpiry = data === null ? Infinity : Date.parse(data.expires) - Date.now()
  const isRepeated = error !== undefined || !(untilExpiry > 0)
  return Math.min(isRepeated ? STALE_AFTER : untilExpiry + 1000, refreshEvery > 0 ? refreshEvery * 1000 : Infinity)
}

/**
 * Make a store of the session for a page or a component tree. On a server make one per request: it shows `initial` and
 * makes no request.
 *
 * @example
 * const store = createSessionStore(createClient())
 * store.subscribe(() => console.log(store.get().status))
 */
export const createSessionStore = <S extends Session = Session>(
  client: SessionClient,
  { initial: session, ...refreshOptions }: SessionStoreOptions<S> = {},
): SessionStore<S> => {
  const initial = toState(session)
  const state = makeObservable(initial)
  let options: RefreshOptions = refreshOptions
  /** The time of the last response; 0 if changes may have been missed since then. */
  let respondedAt = session === undefined ? 0 : Date.now()
  let stop: (() => void) | undefined

  const show = (data: S | null): void => {
    respondedAt = Date.now()
    state.set(toState(data))
    schedule()
  }
  const fail = (error: unknown): void => {
    state.set(withError(state.get(), error))
    schedule()
  }
  const requests = makeSingleFlight((signal) => client.getSession<S>({ signal }), show, fail)
  const refresh = (): Promise<void> => (isBrowser() ? requests.start() : requests.latest())
  const refreshIfOld = (): void => {
    if (!requests.isPending() && Date.now() - respondedAt > STALE_AFTER) void refresh()
  }
  const timer = makeTimer(() => void refresh())
  const schedule = (): void => {
    if (stop !== undefined) timer.set(nextRequest(state.get(), options))
  }
  const start = (): void => {
    const stopListening = onChangeInAnyTab(() => void refresh())
    const stopWatching = onPageReturn((event) => {
      if (event === 'restored') void refresh()
      else if (event === 'online' || options.refreshOnFocus !== false) refreshIfOld()
    })
    stop = () => {
      stopListening()
      stopWatching()
      timer.clear()
    }
    if (isOldPage()) respondedAt = 0
    refreshIfOld()
    schedule()
  }
  const stopIfUnused = (): void => {
    if (state.isUsed()) return
    stop?.()
    stop = undefined
    respondedAt = 0
  }
  return {
    client,
    initial,
    get: state.get,
    subscribe: (listener) => {
      if (!isBrowser()) return () => undefined
      const remove = state.add(listener)
      if (stop === undefined) start()
      return () => {
        remove()
        // A page that replaces its components removes the last listener and adds the next one at the same time.
        queueMicrotask(stopIfUnused)
      }
    },
    refresh,
    update: async (data) => {
      if (data === undefined) {
        await refresh()
        return state.get().data
      }
      const updated = await client.update<S>(data)
      // The client announced the change, so the stores of this tab have begun to refresh.
      await requests.latest()
      return updated
    },
    hydrate: (rendered) => {
      requests.abort()
      show(rendered)
    },
    configure: (changes) => {
      options = { ...options, ...changes }
      schedule()
    },
  }
}
