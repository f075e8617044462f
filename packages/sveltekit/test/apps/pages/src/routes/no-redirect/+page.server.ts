import { signIn, signOut } from '../../auth'

export const actions = { in: signIn, out: signOut }
