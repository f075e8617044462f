import { signIn, signOut, update, useClientSession } from '@authwright/qwik/client'
import { component$, useSignal, useVisibleTask$ } from '@builder.io/qwik'
import { useSession } from '../plugin@auth'

export default component$(() => {
  const session = useClientSession(useSession().value)
  const refused = useSignal('')
  const isReady = useSignal(false)
  // Visible tasks run in their order.
  useVisibleTask$(
    () => {
      isReady.value = true
    },
    { strategy: 'document-ready' },
  )
  return (
    <main data-ready={isReady.value || undefined}>
      <p id="user">{session.value.data?.user?.name ?? 'signed out'}</p>
      <p id="refused">{refused.value}</p>
      <form
        preventdefault:submit
        onSubmit$={async (_event, form) => {
          const fields = Object.fromEntries(new FormData(form))
          const { error } = await signIn('password', { ...fields, redirect: false })
          refused.value = error ?? ''
        }}
      >
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
      <button id="rename" onClick$={() => update({ name: 'Ada King' })}>
        Rename
      </button>
      <button id="sign-out" onClick$={() => signOut({ redirect: false })}>
        Sign out
      </button>
    </main>
  )
})
