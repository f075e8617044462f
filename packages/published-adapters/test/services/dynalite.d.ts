declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** Makes a server that does not listen yet. */
  export default function dynalite(options: { readonly createTableMs?: number }): Server
}
