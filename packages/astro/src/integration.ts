import { fileURLToPath } from 'node:url'
import { authActions } from '@authwright/core/framework'
import type { AstroAuthOptions } from './astro-auth.ts'

/**
 * Options of the integration.
 * @example
 * const options: AuthwrightOptions = { configFile: './src/auth', basePath: '/api/auth', checkOrigin: true }
 * export default { output: 'server', integrations: [authwright(options)] }
 */
export interface AuthwrightOptions {
  /**
   * The module whose default export is the config, from the root of the project. @default './auth.config'
   * @example configFile: './src/auth'
   */
  readonly configFile?: string
  /**
   * The path of the routes of the library, below Astro's `base`. @default '/auth'
   * @example basePath: '/api/auth'
   */
  readonly basePath?: string
  /**
   * Whether this package makes the check of Astro's `security.checkOrigin` in its place. Astro refuses the form that a provider such as
   * Apple posts to `/auth/callback/<id>`, and does not know `AUTH_URL`. The routes of the library have a check of their own; for all
   * other addresses the rule is that of Astro. @default false
   * @example checkOrigin: true
   */
  readonly checkOrigin?: boolean
}

interface VitePlugin {
  readonly name: string
  readonly resolveId: (id: string) => string | undefined
  readonly load: (id: string) => string | undefined
}

/** What this package uses of Astro's hook `astro:config:setup`. */
interface SetupOptions {
  readonly config: { readonly root: URL; readonly base: string }
  readonly updateConfig: (config: {
    readonly security?: { readonly checkOrigin: boolean }
    readonly vite: {
      readonly plugins: VitePlugin[]
      readonly define: Readonly<Record<string, string>>
      readonly ssr: { readonly noExternal: string[] }
    }
  }) => unknown
  readonly injectRoute: (route: {
    readonly pattern: string
    readonly entrypoint: URL
    readonly prerender: boolean
  }) => void
  readonly addMiddleware: (middleware: { readonly entrypoint: string; readonly order: 'pre' }) => void
}

/** The integration, as Astro calls it. */
export interface AuthwrightIntegration {
  name: string
  hooks: {
    'astro:config:setup': (options: SetupOptions) => void
    'astro:config:done': (options: {
      readonly config: { readonly root: URL }
      readonly injectTypes: (types: { readonly filename: string; readonly content: string }) => unknown
    }) => void
  }
}

const MIDDLEWARE = 'virtual:authwright/middleware'

/** The path of a file of the project. In an import, the separator is a slash on all systems. */
const pathOf = (file: string, root: URL): string => fileURLToPath(new URL(file, root)).replaceAll('\\', '/')

/** The types of `locals`. The session has the type that the callback `session` of the config returns. */
const localsTypes = (configFile: string): string => `declare namespace App {
  type AuthConfig = typeof import(${JSON.stringify(configFile)}).default
  type AuthSession = import('@authwright/astro/server').SessionOfConfig<AuthConfig>
  type AuthLocals = import('@authwright/astro/server').AuthLocals<AuthSession>
  interface Locals extends AuthLocals {}
}
`

const middlewareCode = (configFile: string, options: AstroAuthOptions): string => `
import source from ${JSON.stringify(configFile)}
import { getSecret } from 'astro:env/server'
import { AstroAuth } from '@authwright/astro/server'
export const { onRequest } = AstroAuth(source, ${JSON.stringify(options)}, getSecret)
`

const middlewarePlugin = (code: string): VitePlugin => ({
  name: 'authwright',
  resolveId: (id) => (id === MIDDLEWARE ? `\0${MIDDLEWARE}` : undefined),
  load: (id) => (id === `\0${MIDDLEWARE}` ? code : undefined),
})

/**
 * The integration for `astro.config.mjs`. It serves the routes of the library, and gives pages, endpoints, actions and middleware
 * `locals.auth()`. The config is the default export of `auth.config.ts`.
 *
 * @experimental its interface may change
 *
 * @example
 * export default { output: 'server', integrations: [authwright()] }
 */
export const authwright = ({
  configFile = './auth.config',
  basePath = '/auth',
  checkOrigin = false,
}: AuthwrightOptions = {}): AuthwrightIntegration => ({
  name: '@authwright/astro',
  hooks: {
    'astro:config:setup': ({ config, updateConfig, injectRoute, addMiddleware }) => {
      const publicPath = config.base.replace(/\/+$/, '') + basePath
      const code = middlewareCode(pathOf(configFile, config.root), { basePath: publicPath, checkOrigin })
      updateConfig({
        ...(checkOrigin ? { security: { checkOrigin: false } } : {}),
        vite: {
          plugins: [middlewarePlugin(code)],
          define: { __AUTHWRIGHT_BASE_PATH__: JSON.stringify(publicPath) },
          ssr: { noExternal: ['@authwright/astro'] },
        },
      })
      addMiddleware({ entrypoint: MIDDLEWARE, order: 'pre' })
      // Without a route, Astro would show a prerendered 404 page and call no middleware.
      const entrypoint = new URL('./route.js', import.meta.url)
      for (const action of authActions)
        injectRoute({ pattern: `${basePath}/${action}/[...path]`, entrypoint, prerender: false })
    },
    'astro:config:done': ({ config, injectTypes }) => {
      injectTypes({ filename: 'locals.d.ts', content: localsTypes(pathOf(configFile, config.root)) })
    },
  },
})
