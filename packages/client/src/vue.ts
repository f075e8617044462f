import { computed, getCurrentInstance, inject, onMounted, onUnmounted, shallowRef } from 'vue'
import type { App, ComputedRef, InjectionKey } from 'vue'
import { defaultStore, makeHookStore, type SessionOptions } from './hook-store.ts'
import type { Session, SessionState, SessionStore } from './index.ts'

export type { SessionOptions } from './hook-store.ts'
export type * from './index.ts'

const key: InjectionKey<SessionStore> = Symbol('session')

/**
 * What `useSession` returns.
 * @example const greet = ({ data }: VueSession) => data.value?.user?.name ?? 'guest'
 */
export interface VueSession<S extends Session = Session> extends Pick<SessionStore<S>, 'refresh' | 'update'> {
  /** Whether a user is signed in; `loading` until this is known. */
  readonly status: ComputedRef<SessionState['status']>
  /** The session, or `null` when the user is signed out or the session is not known yet. */
  readonly data: ComputedRef<S | null>
  /** Why the last request failed. */
  readonly error: ComputedRef<Error | undefined>
}

/**
 * The session of an application, as a plugin.
 * @example
 * const plugin: SessionPlugin = createSession({ session })
 * createSSRApp(Page).use(plugin)
 */
export interface SessionPlugin extends SessionStore {
  /**
   * Installs the plugin. `app.use` calls it.
   * @example createSSRApp(Page).use(createSession({ session }))
   */
  readonly install: (app: App) => void
}

/**
 * Give the components of an application one session. Without it, `useSession` requests the session in the browser. On a
 * server make one per request.
 *
 * @example
 * createSSRApp(Page).use(createSession({ session }))
 */
export const createSession = (options: SessionOptions = {}): SessionPlugin => {
  const store = makeHookStore(options)
  return { ...store, install: (app) => void app.provide(key, store) }
}

/**
 * Read the session in the setup of a component.
 *
 * @example
 * const { data, status } = useSession()
 */
export const useSession = <S extends Session = Session>(): VueSession<S> => {
  const store = inject(key, defaultStore)
  // While Vue takes over the elements of the server, they show the first state.
  const isHydrating = (getCurrentInstance()?.vnode.el ?? null) !== null
  const state = shallowRef(isHydrating ? store.initial : store.get())
  const show = (): void => {
    state.value = store.get()
  }
  let stop: (() => void) | undefined
  onMounted(() => {
    stop = store.subscribe(show)
    show()
  })
  onUnmounted(() => stop?.())
  return {
    status: computed(() => state.value.status),
    // The caller names the type that the `session` callback makes.
    data: computed(() => state.value.data as S | null),
    error: computed(() => state.value.error),
    refresh: store.refresh,
    update: store.update as SessionStore<S>['update'],
  }
}
