import type { PageServerLoad } from './$types'

/** A load on the server, so that a click inside the site asks the server too, and with it the guard in `hooks.server.ts`. */
export const load: PageServerLoad = () => ({})
