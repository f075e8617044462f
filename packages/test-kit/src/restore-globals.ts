import { afterAll, vi } from 'vitest'

// Unit test files share one process, so globals that a file replaced are restored before the next file.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
