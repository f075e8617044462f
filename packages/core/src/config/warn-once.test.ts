import { expect, test, vi } from 'vitest'
import { warnOnce } from './config-warnings.ts'

test('logs a warning once, also when a development server loads the module again', async () => {
  const logged: unknown[] = []
  const logger = { error: () => undefined, debug: () => undefined, warn: (code: string) => void logged.push(code) }
  warnOnce(logger, logger, [['unknown-option', 'a text']])
  vi.resetModules()
  const again = await import('./config-warnings.ts')
  expect(again.warnOnce).not.toBe(warnOnce)
  again.warnOnce(logger, logger, [['unknown-option', 'a text']])
  expect(logged).toEqual(['unknown-option'])
})
