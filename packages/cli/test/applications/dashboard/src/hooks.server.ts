import { redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authHandle } from './auth'

export const handle = sequence(authHandle, async ({ event, resolve }) => {
  const isPublic = ['/login', '/auth'].some((path) => event.url.pathname.startsWith(path))
  if (!isPublic && !(await event.locals.auth())) redirect(303, '/login')
  return resolve(event)
})
