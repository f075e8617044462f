import { component$ } from '@builder.io/qwik'
import type { RequestHandler } from '@builder.io/qwik-city'
import type { Session } from '@auth/qwik'

export const onRequest: RequestHandler = (event) => {
  const session: Session | null = event.sharedMap.get('session')
  if (!session || new Date(session.expires) < new Date()) throw event.redirect(302, '/')
}

export default component$(() => <h1>Members only</h1>)
