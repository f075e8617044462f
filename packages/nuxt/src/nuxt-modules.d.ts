/*
 * What this package uses of modules that exist in a Nuxt application only. The build of the application checks the same calls with
 * Nuxt's own types.
 */

declare module 'nuxt/kit' {
  export interface Nuxt {
    readonly options: {
      readonly serverDir: string
      /** Whether only types are generated, as after an installation. */
      readonly _prepare?: boolean
      readonly alias: Record<string, string>
      readonly build: { readonly transpile: unknown[] }
      readonly runtimeConfig: Record<string, unknown> & { readonly public: Record<string, unknown> }
    }
    hook(name: 'nitro:config', listener: (config: { errorHandler?: string | string[] }) => void): void
  }
  export interface NuxtModule<Options> {
    (inlineOptions: Options, nuxt: Nuxt): Promise<false | void>
  }
  export const defineNuxtModule: <Options extends object>(definition: {
    readonly meta: {
      readonly name: string
      readonly configKey: string
      readonly compatibility: { readonly nuxt: string }
    }
    readonly defaults: Required<Options>
    readonly setup: (options: Required<Options>, nuxt: Nuxt) => Promise<void>
  }) => NuxtModule<Options>
  /** The file of a path, whose ending may be left out; `null` if there is none. */
  export const findPath: (path: string) => Promise<string | null>
  export const createResolver: (base: string) => { readonly resolve: (path: string) => string }
  export const addImports: (entry: { readonly name: string; readonly from: string }) => void
  export const addPlugin: (path: string) => void
  export const addServerPlugin: (path: string) => void
  export const addServerHandler: (handler: { readonly middleware: true; readonly handler: string }) => void
  export const addRouteMiddleware: (entry: {
    readonly name: string
    readonly path: string
    readonly global: true
  }) => void
  export const addTypeTemplate: (
    template: { readonly filename: `${string}.d.ts`; readonly getContents: () => string },
    contexts: { readonly nuxt: true; readonly nitro: true },
  ) => void
}

declare module '#authwright/config' {
  import type { ConfigSource } from '@authwright/node/engine'

  /** Missing if the developer forgot it. */
  const source: ConfigSource | undefined
  export default source
}

declare module '#imports' {
  import type { H3Event } from 'h3'
  import type { App, Ref } from 'vue'
  import type { SessionPlugin } from '@authwright/client/vue'

  interface AppConfig {
    readonly app: { readonly baseURL: string }
    readonly authwright: { readonly trustProxy: boolean }
    readonly public: { readonly authwright: { readonly basePath: string } }
  }
  interface NuxtApp {
    readonly vueApp: App
    readonly payload: { readonly error?: unknown }
    readonly $authwright: SessionPlugin
    readonly runWithContext: <Result>(run: () => Result) => Result
  }
  export interface Route {
    readonly fullPath: string
    readonly meta: { readonly auth?: unknown }
  }
  export const useRuntimeConfig: () => AppConfig
  export const useRequestEvent: () => H3Event | undefined
  export const useState: <Value>(key: string) => Ref<Value | undefined>
  export const useError: () => Ref<unknown>
  export const useNuxtApp: () => NuxtApp
  export const navigateTo: (address: string, options: { readonly external: true }) => unknown
  export const defineNuxtPlugin: <Provided extends object>(plugin: {
    readonly name: string
    readonly setup: (nuxtApp: NuxtApp) => Promise<{ readonly provide: Provided }>
  }) => unknown
  export const defineNuxtRouteMiddleware: (guard: (to: Route) => Promise<unknown>) => unknown
}

interface ImportMeta {
  /** Replaced by Nuxt: whether the code is in the bundle of the server. */
  readonly server: boolean
}
