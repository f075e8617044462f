import { afterAll, beforeAll, beforeEach } from 'vitest'

interface Closable {
  readonly close: () => Promise<void>
}

/** A server that opens databases or connections. */
export interface OpenableServer<Opened> extends Closable {
  readonly open: () => Promise<Opened>
}

/** A kind of server. */
export interface ServerKind<Opened> {
  /** Why it is not available on this machine, or `null`. */
  readonly whyNot: () => string | null
  readonly start: () => Promise<OpenableServer<Opened>>
}

/**
 * Starts and opens a server before the tests of a block, and closes it after them. Skips the tests with the reason if
 * the server is not available.
 *
 * @example
 * let adapter: Adapter
 * withServer(kind, ({ opened }) => void (adapter = opened.adapter()))
 */
export const withServer = <Opened extends Closable>(
  kind: ServerKind<Opened>,
  use: (open: { readonly server: OpenableServer<Opened>; readonly opened: Opened }) => void | Promise<void>,
): void => {
  const reason = kind.whyNot()
  const toClose: Closable[] = []
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    const server = await kind.start()
    toClose.unshift(server)
    const opened = await server.open()
    toClose.unshift(opened)
    await use({ server, opened })
  })
  afterAll(async () => {
    for (const each of toClose) await each.close()
  })
}
