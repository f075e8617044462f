// `locals.auth()` and `page.data.session` come with their types from the package.
import '@authwright/sveltekit'

declare global {
  namespace App {
    interface Locals {
      /** The provider by which this very request signed somebody in. */
      signedInBy: string | undefined
    }
  }
}
