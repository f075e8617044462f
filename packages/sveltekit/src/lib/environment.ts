import { explainVariables, layeredVariables, processVariables, type Environment } from '@authwright/core/framework'
import { VERSION } from '@sveltejs/kit'

/** SvelteKit replaces this name by `paths.base`, in development and in a build. Early releases of version 2 do not. */
declare const __SVELTEKIT_PATHS_BASE__: string | undefined

/** SvelteKit 3 replaces this name by `paths.origin`. Version 2 has no such option. */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined

/** Whether this is a development server. SvelteKit accepts forms of all origins there. */
export const isDevelopment = (): boolean => processVariables()['NODE_ENV'] === 'development'

/**
 * What a developer has to do besides writing a variable into `.env`: SvelteKit 3 gives the server only those that `src/env.ts` declares.
 * @param declared what SvelteKit gives, which has a member for each variable that is declared
 */
export const findDeclaration = (version: string, declared: unknown, name: string): string | undefined => {
  if (Number.parseInt(version) < 3 || typeof declared !== 'object' || declared === null) return undefined
  if (name in declared || processVariables()[name] !== undefined) return undefined
  const rule = 'SvelteKit 3 reads only those variables of .env that src/env.ts declares'
  return `${rule} (docs/reference/packages/sveltekit.md#variables). Add to it: ${name}: optional,`
}

/**
 * Whether SvelteKit prerenders pages. A build has neither a user nor a secret. SvelteKit sets this variable in the workers
 * that prerender; the flag in its modules has another name in each version.
 */
export const isPrerendering = (): boolean => processVariables()['SVELTEKIT_FORK'] === 'true'

interface KitVariables {
  readonly env?: unknown
}

/** The module exists in a build of SvelteKit only, and throws with `experimental.explicitEnvironmentVariables` of version 2. */
const importVariables = (): Promise<KitVariables> => import('$env/dynamic/private').catch(() => ({}))

/**
 * SvelteKit 3 warns on a development server if code imports the module of version 2. A build of version 2 fails if code imports that of
 * version 3, so only Vite's development server gets its name.
 */
const VARIABLES_OF_VERSION_3 = '/@id/$app/env/private'

const importWithoutWarning = async (): Promise<KitVariables> =>
  Number.parseInt(VERSION) < 3
    ? importVariables()
    : import(/* @vite-ignore */ VARIABLES_OF_VERSION_3).then((env: unknown) => ({ env })).catch(importVariables)

const importKitModule = async (): Promise<KitVariables> => {
  if (!isDevelopment()) return importVariables()
  const kit = await importWithoutWarning()
  explainVariables((name) => findDeclaration(VERSION, kit.env, name))
  return kit
}

/** Imported once, because each config function reads the variables for each request. */
let kitModule: Promise<KitVariables> | undefined

/**
 * What SvelteKit gives to server code: Vite's `.env` files and the process in `vite dev` and `vite preview`, and the variables
 * of the platform in production. SvelteKit 3 gives only those that `src/env.ts` declares.
 */
const kitVariables = async (): Promise<unknown> => {
  kitModule ??= importKitModule()
  return (await kitModule).env
}

/** Cloudflare's bindings. */
const platformVariables = (platform: unknown): unknown =>
  typeof platform === 'object' && platform !== null && 'env' in platform ? platform.env : undefined

/**
 * The server's variables. `event.platform.env` has priority over SvelteKit's variables, and these over the process. Only texts count:
 * `src/env.ts` may parse a variable. SvelteKit's variables throw while version 2 prerenders.
 */
export const readEnvironment = async (platform: unknown): Promise<Environment> => {
  const kit = isPrerendering() ? undefined : await kitVariables()
  return layeredVariables(processVariables(), kit, platformVariables(platform))
}

/**
 * `paths.base`, without a slash at its end. Not all versions replace the name, and SvelteKit 3 has no `base`; its `resolve` needs
 * a request. Version 2 changes `base` while it renders a page, so the name is preferred.
 */
export const pathsBase = async (): Promise<string> => {
  if (typeof __SVELTEKIT_PATHS_BASE__ === 'string') return __SVELTEKIT_PATHS_BASE__
  try {
    const paths: object = await import('$app/paths')
    return 'base' in paths && typeof paths.base === 'string' ? paths.base : ''
  } catch {
    // Outside of SvelteKit the module does not exist.
    return ''
  }
}

/** `paths.origin`, which the developer wrote into the configuration of SvelteKit 3. */
export const configuredOrigin = (): string | undefined =>
  (typeof __SVELTEKIT_PATHS_ORIGIN__ === 'string' && __SVELTEKIT_PATHS_ORIGIN__) || undefined

/** The origin from which SvelteKit accepts forms. */
export const ownOrigin = (url: URL): string => configuredOrigin() ?? url.origin
