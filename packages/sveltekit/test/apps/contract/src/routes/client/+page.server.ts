import { signIn, signOut } from '../../auth'

export const load = async ({ locals }) => ({ name: (await locals.auth())?.user?.name ?? 'signed out' })

export const actions = { signIn, signOut }
