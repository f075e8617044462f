// By its place: this is loaded with no project's conditions, and nothing need be built for the stories of a page.
import { findChromium } from '../../../packages/testing/src/browser.ts'
import { buildSite } from '../serve/build.mjs'

/** Does what story files would do in each other's way, since two run at once. vitest calls what has this name. */
export const setup = async () => {
  // It unpacks the browser where the machine has none. Whatever fails here is tried again, and told, by the files that need it.
  await findChromium()
  await buildSite(new AbortController().signal).catch(() => undefined)
}
