import { createAuth, defaultRuntime, type AuthConfig } from '@authwright/core'
import { AuthError, errorInfo } from '@authwright/core/errors'

const quiet = { error: () => undefined, warn: () => undefined, debug: () => undefined }

export interface StartError {
  readonly type: string
  readonly message: string
  /** What the library says to do about it. */
  readonly fix: string
}

/**
 * The error that every request to an application with this config fails with. The config is resolved as at the first
 * request. Nothing is called but what the library calls then.
 */
export const startErrorOf = async (
  config: AuthConfig,
  warn: (code: string, text: string) => void = () => undefined,
): Promise<StartError | undefined> => {
  const origin = config.origin !== undefined && URL.canParse(config.origin) ? config.origin : 'http://localhost'
  const logger = { ...quiet, warn: (code: string, text?: unknown) => warn(code, typeof text === 'string' ? text : '') }
  // The warnings of a page are logged once per console.
  const runtime = { ...defaultRuntime, console: { ...quiet } }
  try {
    await createAuth({ ...config, origin, logger }, runtime).providers({ url: origin, headers: new Headers() })
    // The names of colors are checked when a page is rendered.
    if (config.theme !== undefined)
      await createAuth({ ...config, origin, logger, pages: {} }, runtime).handle(
        new Request(new URL(`${config.basePath ?? '/auth'}/error`, origin)),
      )
    return undefined
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { type: error.type, message: error.message, fix: errorInfo(error).fix }
  }
}
