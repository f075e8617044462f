import { defineNuxtPlugin, useRequestEvent, useRuntimeConfig, useState } from '#imports'
import { createSession } from '@authwright/client/vue'
import type { Session } from '@authwright/core'
import { contextOf, isShared, isUnreadable } from '../event-context.js'

/** The session for the HTML of a page; `undefined` if the page is prerendered or cached: the browser asks for it then. */
const readSession = async (isErrorPage: boolean): Promise<Session | null | undefined> => {
  const event = useRequestEvent()
  if (event === undefined || isShared(event)) return undefined
  if (isErrorPage && isUnreadable(event)) return undefined
  const session = contextOf(event).session()
  // The error page shows why the session cannot be read.
  return isErrorPage ? session.catch(() => undefined) : session
}

/** Gives the components the session that the server rendered. */
export default defineNuxtPlugin({
  name: 'authwright',
  setup: async ({ vueApp, payload }) => {
    const state = useState<Session | null>('authwright')
    const { app, public: shared } = useRuntimeConfig()
    if (import.meta.server) state.value = await readSession(payload.error !== undefined)
    const basePath = app.baseURL.replace(/\/+$/, '') + shared.authwright.basePath
    const authwright = createSession({ session: state.value, basePath })
    vueApp.use(authwright)
    return { provide: { authwright } }
  },
})
