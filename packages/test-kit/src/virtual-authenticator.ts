import type { CDPSession, Page } from 'playwright-core'

/** Options of a virtual authenticator (Chrome DevTools Protocol, domain WebAuthn). */
export interface VirtualAuthenticatorOptions {
  readonly transport?: 'internal' | 'usb'
  readonly protocol?: 'ctap2' | 'u2f'
  readonly residentKey?: boolean
  readonly userVerification?: boolean
  /** Whether user verification succeeds. */
  readonly isUserVerified?: boolean
  readonly isBackedUp?: boolean
}

/** A credential as the authenticator stores it. */
export interface StoredCredential {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId: string
  readonly privateKey: string
  readonly userHandle?: string
  readonly signCount: number
}

/** An authenticator that is connected to the browser of a page. */
export interface Authenticator {
  readonly credentials: () => Promise<readonly StoredCredential[]>
  /** Adds a credential, such as a copy from another authenticator. */
  readonly addCredential: (credential: StoredCredential) => Promise<void>
  readonly setUserVerified: (isUserVerified: boolean) => Promise<void>
  /** Whether the user touches the authenticator. */
  readonly setUserPresent: (isUserPresent: boolean) => Promise<void>
  readonly remove: () => Promise<void>
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const sessionOf = (page: Page): Promise<CDPSession> => {
  const open = async (): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    return session
  }
  const known = sessions.get(page) ?? open()
  sessions.set(page, known)
  return known
}

/** Connects an authenticator. */
export const addVirtualAuthenticator = async (
  page: Page,
  kind: VirtualAuthenticatorOptions = {},
): Promise<Authenticator> => {
  const session = await sessionOf(page)
  const { transport = 'internal', protocol = 'ctap2', residentKey = true, userVerification = true } = kind
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol,
      ...(protocol === 'ctap2' ? { ctap2Version: 'ctap2_1' as const } : {}),
      transport,
      hasResidentKey: residentKey,
      hasUserVerification: userVerification,
      isUserVerified: kind.isUserVerified ?? true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: kind.isBackedUp ?? false,
      defaultBackupState: kind.isBackedUp ?? false,
    },
  })
  return {
    credentials: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials as unknown as readonly StoredCredential[]
    },
    addCredential: async (credential) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential } as never })
    },
    setUserVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    setUserPresent: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
