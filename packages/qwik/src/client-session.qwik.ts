import { configure, createSessionStore, getSession, signIn, update } from '@authwright/client'
import type { Session, SessionState } from '@authwright/client'
import { inlinedQrl, useLexicalScope, useSignal, useVisibleTaskQrl, type Signal } from '@builder.io/qwik'

/*
 * Qwik's optimizer reads this file because of its ending. It makes a module of its own of the function in `inlinedQrl`, which the browser
 * loads when it runs. So that function uses nothing of this file but imports, and the values that are listed beside it.
 */

/**
 * The session in a component, which follows the browser: after a sign-in or sign-out in another tab, when the user returns to the tab,
 * and when the session expires. The first value is the one of the loader `useSession`. Call it once, in a layout, and share the signal.
 *
 * @param session what the server rendered; without it the browser requests the session
 * @example
 * const session = useClientSession(useSession().value)
 * const name = session.value.data?.user?.name
 */
export const useClientSession = <S extends Session = Session>(session?: S | null): Signal<SessionState<S>> => {
  const state = useSignal(createSessionStore({ configure, getSession, signIn, update }, { initial: session }).get())
  useVisibleTaskQrl(
    inlinedQrl(
      ({ cleanup }: { readonly cleanup: (stop: () => void) => void }) => {
        const [shown, rendered] = useLexicalScope<[Signal<SessionState>, Session | null | undefined]>()
        const store = createSessionStore({ configure, getSession, signIn, update }, { initial: rendered })
        cleanup(
          store.subscribe(() => {
            shown.value = store.get()
          }),
        )
      },
      'useClientSession_followSession_authwright',
      [state, session],
    ),
    { strategy: 'document-ready' },
  )
  return state
}
