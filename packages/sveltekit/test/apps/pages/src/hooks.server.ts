import { redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authentication } from './auth'

export { handleError } from '@authwright/sveltekit'

type Hook = Parameters<typeof sequence>[0]

const guard: Hook = async ({ event, resolve }) => {
  if (event.route.id?.startsWith('/protected') && (await event.locals.auth()) === null) redirect(303, '/shop/login')
  return resolve(event)
}

export const handle = sequence(authentication, guard)
