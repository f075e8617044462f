import { readObject, type HttpClient } from './http.ts'
import type { ClientProvider } from './types.ts'

export type Providers = Readonly<Record<string, ClientProvider>>

/** The configured providers, requested once. */
export interface ProviderCache {
  readonly list: () => Promise<Providers>
  /** The route that signs in with a provider; `undefined` when the provider is not configured. */
  readonly findRoute: (provider: string) => Promise<string | undefined>
  readonly isPasskey: (provider: string) => Promise<boolean>
  readonly clear: () => void
}

const routes = {
  credentials: 'callback',
  email: 'signin',
  oauth: 'signin',
  oidc: 'signin',
  // The response of the ceremony is posted.
  webauthn: 'callback',
} as const

export const makeProviderCache = (http: HttpClient): ProviderCache => {
  let requested: Promise<Providers> | undefined
  const list = async (): Promise<Providers> => {
    requested ??= http.send('providers').then((response) => (readObject(response) ?? {}) as Providers)
    try {
      return await requested
    } catch (error) {
      // The next call requests the list again.
      requested = undefined
      throw error
    }
  }
  const find = async (provider: string): Promise<ClientProvider | undefined> => {
    const providers = await list()
    return Object.hasOwn(providers, provider) ? providers[provider] : undefined
  }
  return {
    list,
    findRoute: async (provider) => {
      // This is the default id of the credentials provider, so the list is not needed.
      if (provider === 'credentials') return 'callback/credentials'
      const found = await find(provider)
      return found && `${routes[found.type]}/${encodeURIComponent(provider)}`
    },
    isPasskey: async (provider) => provider !== 'credentials' && (await find(provider))?.type === 'webauthn',
    clear: () => {
      requested = undefined
    },
  }
}
