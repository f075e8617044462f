import { actedPath } from '@authwright/testing/frameworks/application'
import { redirect } from '@sveltejs/kit'

export const actions = { default: async ({ locals }) => redirect(303, await actedPath(() => locals.auth())) }
