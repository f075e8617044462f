import {
  addImports,
  addPlugin,
  addRouteMiddleware,
  addServerHandler,
  addServerPlugin,
  addTypeTemplate,
  createResolver,
  defineNuxtModule,
  findPath,
  type NuxtModule,
} from 'nuxt/kit'

/**
 * Options of the module, below `authwright` in `nuxt.config.ts`.
 * @example
 * const options: AuthwrightOptions = { configFile: 'config/auth', basePath: '/api/auth', trustProxy: true }
 * export default { modules: ['@authwright/nuxt'], authwright: options }
 */
export interface AuthwrightOptions {
  /**
   * The module whose default export is the config, from the folder `server`. @default 'auth'
   * @example configFile: 'config/auth'
   */
  readonly configFile?: string
  /**
   * The path of the routes of the library, below Nuxt's `app.baseURL`. @default '/auth'
   * @example basePath: '/api/auth'
   */
  readonly basePath?: string
  /**
   * Whether `X-Forwarded-Proto` and `X-Forwarded-Host` of the nearest proxy decide scheme and host. Enable it only behind a proxy that
   * sets them. @default false @env NUXT_AUTHWRIGHT_TRUST_PROXY
   * @example trustProxy: true
   */
  readonly trustProxy?: boolean
}

/** The types of pages, and of the session, which the callback `session` of the config decides. */
const typesOf = (configFile: string): string => `import type config from ${JSON.stringify(configFile)}
import type {} from '@authwright/nuxt/server'
declare module '#app' {
  interface PageMeta {
    /**
     * Whether the page is for signed-in users only.
     * @default false
     * @example definePageMeta({ auth: true })
     */
    auth?: boolean
  }
}
declare module '@authwright/nuxt/server' {
  interface Register {
    /** The config, whose callback \`session\` decides the type of the session. */
    config: typeof config
  }
}
export {}
`

/**
 * The module for `nuxt.config.ts`. It serves the routes of the library, and gives components `useAuth()`. The config is the default
 * export of `server/auth.ts`.
 *
 * @experimental its interface may change
 *
 * @example
 * export default { modules: ['@authwright/nuxt'] }
 */
const nuxtModule: NuxtModule<AuthwrightOptions> = defineNuxtModule<AuthwrightOptions>({
  meta: { name: '@authwright/nuxt', configKey: 'authwright', compatibility: { nuxt: '>=4.0.0' } },
  defaults: { configFile: 'auth', basePath: '/auth', trustProxy: false },
  setup: async ({ configFile, basePath, trustProxy }, nuxt) => {
    const { options } = nuxt
    const { resolve } = createResolver(import.meta.url)
    options.build.transpile.push(resolve('./runtime'))
    const configPath = `${options.serverDir}/${configFile}`
    // Nuxt's server would not respond at all: its build fails in a file of this package.
    if (options._prepare !== true && (await findPath(configPath)) === null)
      throw new Error(
        `${configPath}.ts is missing. Create it with "export default defineAuth({ providers: [] })", and start again`,
      )
    options.alias['#authwright/config'] = configPath
    options.runtimeConfig['authwright'] = { trustProxy }
    options.runtimeConfig.public['authwright'] = { basePath }
    addServerPlugin(resolve('./runtime/nitro-plugin.js'))
    addServerHandler({ middleware: true, handler: resolve('./runtime/routes.js') })
    nuxt.hook('nitro:config', (config) => {
      config.errorHandler = [resolve('./runtime/error-handler.js'), ...[config.errorHandler ?? []].flat()]
    })
    addPlugin(resolve('./runtime/plugin.js'))
    addRouteMiddleware({ name: 'authwright', path: resolve('./runtime/page-guard.js'), global: true })
    addImports({ name: 'useAuth', from: resolve('./runtime/use-auth.js') })
    addTypeTemplate(
      { filename: 'types/authwright.d.ts', getContents: () => typesOf(configPath) },
      { nuxt: true, nitro: true },
    )
  },
})

export default nuxtModule
