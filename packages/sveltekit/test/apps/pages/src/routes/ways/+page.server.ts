import { signInPage } from '../../auth'

/** A sign-in page of the application's own, with everything that the built-in one knows. */
export const load = signInPage
