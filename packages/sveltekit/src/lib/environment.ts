import { readDotenv } from './dotenv.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** SvelteKit puts `paths.base` in the place of this name, in development and when it builds; elsewhere it does not exist. */
declare const __SVELTEKIT_PATHS_BASE__: string | undefined

const texts = (source: unknown): Environment =>
  typeof source === 'object' && source !== null
    ? Object.fromEntries(Object.entries(source).filter(([, value]) => typeof value === 'string'))
    : {}

const processEnvironment = (): Environment => {
  // Some platforms have no process, and Deno's asks for permission when it is read.
  try {
    const { process } = globalThis as { process?: { env?: Environment } }
    return process?.env ?? {}
  } catch {
    return {}
  }
}

/**
 * `paths.base`, without a slash at its end. `$app/paths` is not imported for it: its `base` is gone from SvelteKit 3, its
 * `resolve` is relative to a request, and with it this package could not be loaded outside of Vite.
 */
export const pathsBase = (): string => (typeof __SVELTEKIT_PATHS_BASE__ === 'string' ? __SVELTEKIT_PATHS_BASE__ : '')

/**
 * Whether pages are being rendered at build time, when there is neither a person nor a secret. SvelteKit renders them in
 * workers that it marks so; `$app/environment` says the same, under another name in each version.
 */
export const isBuilding = (): boolean => processEnvironment()['SVELTEKIT_FORK'] === 'true'

/**
 * The variables of the server. `$env/dynamic/private` and `$app/env/private` exist in one version of SvelteKit each, so
 * the process is read, and what the platform hands to each request (Cloudflare's bindings) on top of it. In development
 * the `.env` files count too; in production they are not there, and whoever starts the process sets its variables.
 */
export const readEnvironment = (platform: unknown): Environment => {
  const bindings = typeof platform === 'object' && platform !== null && 'env' in platform ? texts(platform.env) : {}
  const variables = processEnvironment()
  const files = variables['NODE_ENV'] === 'development' ? readDotenv() : {}
  return { ...files, ...variables, ...bindings }
}
