import type { RequestContext } from '@authwright/core/framework'
import { error, redirect, type RequestEvent } from '@sveltejs/kit'
import type { RequireUser } from './types.ts'

/** The guard of one request. It throws SvelteKit's `redirect` or `error`. */
export const makeRequireUser =
  ({ url, isDataRequest }: RequestEvent, { checkAccess }: RequestContext): RequireUser =>
  async (check) => {
    // SvelteKit's script requests the data of a page, whose address is `url`, and follows redirects.
    const access = await checkAccess(check, isDataRequest ? url.pathname + url.search : undefined)
    if ('session' in access) return access.session
    const { status, location } = access.refusal
    if (location !== undefined) redirect(303, location, { external: [new URL(location, url).origin] })
    return error(status, status === 401 ? 'Sign in first.' : 'You may not do this.')
  }

export const refusePrerendering: RequireUser = () => {
  throw new Error('A prerendered page has no user. Add to it: export const prerender = false')
}
