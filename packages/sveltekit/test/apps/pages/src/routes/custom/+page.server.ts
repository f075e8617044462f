import { signInPage } from '../../auth'

/** A custom sign-in page. */
export const load = signInPage
