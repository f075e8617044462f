import {
  defineNuxtRouteMiddleware,
  navigateTo,
  useError,
  useNuxtApp,
  useRequestEvent,
  useRuntimeConfig,
  type Route,
} from '#imports'
import { contextOf, isShared } from '../event-context.js'

const guardOnServer = async (path: string): Promise<void> => {
  const event = useRequestEvent()
  if (event === undefined || isShared(event))
    throw new Error(`${path} has \`auth: true\`, so it cannot be prerendered or cached`)
  // Only the server loads it. The development server would send a static import to the browser, which cannot load its CommonJS parts.
  const { requireUser } = await import('@authwright/core/framework')
  await requireUser(contextOf(event))
}

const guardInBrowser = async (address: string, authPath: string): Promise<unknown> => {
  const nuxtApp = useNuxtApp()
  const { get, refresh } = nuxtApp.$authwright
  if (get().status === 'loading') await refresh()
  if (get().status === 'authenticated') return undefined
  const signInPage = `${authPath}/signin?callbackUrl=${encodeURIComponent(address)}`
  return nuxtApp.runWithContext(() => navigateTo(signInPage, { external: true }))
}

/** The guard of pages with `definePageMeta({ auth: true })`. The data of a page needs a guard of its own, in its server route. */
export default defineNuxtRouteMiddleware(async ({ fullPath, meta }: Route) => {
  // The error page has the address of the page that failed.
  if (meta.auth !== true || Boolean(useError().value)) return undefined
  if (import.meta.server) return guardOnServer(fullPath)
  const { app, public: shared } = useRuntimeConfig()
  const base = app.baseURL.replace(/\/+$/, '')
  return guardInBrowser(base + fullPath, base + shared.authwright.basePath)
})
