import type { Session } from '@auth/solid-start'
import { getSession } from '@auth/solid-start'
import { createAsync, query, redirect } from '@solidjs/router'
import { Show, type Component } from 'solid-js'
import { getRequestEvent } from 'solid-js/web'
import { authOpts } from '~/routes/api/auth/[...solidauth]'

const requireSession = query(async () => {
  'use server'
  const event = getRequestEvent()
  const session = event ? await getSession(event.request, authOpts) : null
  if (!session?.user) throw redirect('/')
  return session
}, 'protected_user')

const Protected = (Comp: Component<Session>) => () => {
  const session = createAsync(() => requireSession(), { deferStream: true })
  return <Show when={session()}>{(found) => <Comp {...found()} />}</Show>
}

export default Protected
