import { redirect, type Handle } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authHandle } from './auth'

const authorizationHandle: Handle = async ({ event, resolve }) => {
  if (event.url.pathname.startsWith('/books')) {
    const session = await event.locals.auth()
    if (!session?.user) redirect(303, `/signin?callbackUrl=${event.url.pathname}`)
  }
  return resolve(event)
}

export const handle: Handle = sequence(authHandle, authorizationHandle)
