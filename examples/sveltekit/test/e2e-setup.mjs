// Vitest loads this without the conditions of a project. The test kit needs none, and no package need be built.
import { findChromium } from '@authwright/test-kit/chromium'
import { buildSite } from '../serve/build.mjs'

/** Does what story files would do in each other's way, since two run at once. vitest calls what has this name. */
export const setup = async () => {
  // It unpacks the browser where the machine has none. Whatever fails here is tried again, and told, by the files that need it.
  await findChromium()
  await buildSite(new AbortController().signal).catch(() => undefined)
}
