import type { PageServerLoad } from './$types'

/** With a server `load`, a client-side navigation also sends a request, for which the hook in `hooks.server.ts` runs. */
export const load: PageServerLoad = () => ({})
