import type { PageServerLoad } from './$types'

/** Protects this page. A layout's `load` cannot, because it does not run for every request of a page below it. */
export const load: PageServerLoad = async ({ locals }) => ({ user: (await locals.requireUser()).user })
