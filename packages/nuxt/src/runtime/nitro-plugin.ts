import type { H3Event } from 'h3'
import { engine } from './node-engine.js'

interface NitroApp {
  readonly hooks: { readonly hook: (name: 'request', listener: (event: H3Event) => void) => unknown }
}

/** Makes the session known to all handlers, also to middleware of the application, which Nitro calls first. */
export default (nitroApp: NitroApp): void => {
  nitroApp.hooks.hook('request', (event) => {
    event.context.authwright = engine
  })
}
