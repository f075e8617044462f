declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** Makes a server that is not listening yet. */
  export default function dynalite(options: { readonly createTableMs?: number }): Server
}
