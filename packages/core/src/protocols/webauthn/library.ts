import type * as Package from '@simplewebauthn/server'
import { once } from '../../base/once.ts'
import { causeOf } from '../../errors/cause-of.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'

/** The package that verifies ceremonies, which the application installs. */
export type Library = typeof Package

/**
 * Load it, at the first ceremony: nobody without passkeys needs it. Throws `InvalidConfig` when it is not installed.
 */
export const loadLibrary: () => Promise<Library> = once(async () => {
  try {
    return await import('@simplewebauthn/server')
  } catch (error) {
    throw new InvalidConfig('Passkeys need the package @simplewebauthn/server, version 14: install it', causeOf(error))
  }
})
