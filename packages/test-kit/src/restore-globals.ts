import { afterAll, vi } from 'vitest'

// Unit test files share one process: what a file replaced is put back before the next one starts.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
