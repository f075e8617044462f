import { afterAll, vi } from 'vitest'

// Unit test files share one process, so globals that a file replaced are restored before the next file.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // The files share their modules too. Vitest aborts what is still loading when a file ends, and no later file could load it.
  await vi.dynamicImportSettled()
})
