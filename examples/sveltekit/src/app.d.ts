// The package declares `locals.auth()` and `page.data.session`.
import '@authwright/sveltekit'

declare global {
  namespace App {
    interface Locals {
      /** The provider of a sign-in in this request. */
      signedInBy: string | undefined
    }
  }
}
