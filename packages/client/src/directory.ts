import type { Connection } from './connection.ts'
import type { ClientProvider } from './types.ts'
import { expectObject } from './wire.ts'

export type Providers = Readonly<Record<string, ClientProvider>>

/** What is known of the configured providers. */
export interface Directory {
  readonly all: () => Promise<Providers>
  /** The route that signs in with a provider, by its type; `undefined` when there is no such provider. */
  readonly findRoute: (provider: string) => Promise<string | undefined>
  /** Whether a provider is one of passkeys. */
  readonly isPasskey: (provider: string) => Promise<boolean>
  readonly forget: () => void
}

const routes = {
  credentials: 'callback',
  email: 'signin',
  oauth: 'signin',
  oidc: 'signin',
  // A ceremony comes before this is posted.
  webauthn: 'callback',
} as const

export const makeDirectory = (connection: Connection): Directory => {
  let known: Promise<Providers> | undefined
  const all = async (): Promise<Providers> => {
    known ??= connection.ask('providers').then((answer) => (expectObject(answer) ?? {}) as Providers)
    try {
      return await known
    } catch (error) {
      // What failed once is asked for again.
      known = undefined
      throw error
    }
  }
  return {
    all,
    findRoute: async (provider) => {
      // Every credentials provider has this id unless its owner chose another: no question needed.
      if (provider === 'credentials') return 'callback/credentials'
      const table = await all()
      const row = Object.hasOwn(table, provider) ? table[provider] : undefined
      if (row === undefined) return undefined
      return `${routes[row.type]}/${encodeURIComponent(provider)}`
    },
    isPasskey: async (provider) => {
      if (provider === 'credentials') return false
      const table = await all()
      return Object.hasOwn(table, provider) && table[provider]?.type === 'webauthn'
    },
    forget: () => {
      known = undefined
    },
  }
}
