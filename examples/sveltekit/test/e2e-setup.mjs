// Vitest loads this without the conditions of a project. The test kit needs none, and no package need be built.
import { findChromium } from '@authwright/test-kit/chromium'
import { buildSite } from '../serve/build.mjs'

/** Vitest calls this once, before the test files, which would otherwise do this work concurrently. */
export const setup = async () => {
  // This may unpack a browser. The test files that need it report a failure.
  await findChromium()
  await buildSite(new AbortController().signal)
}
