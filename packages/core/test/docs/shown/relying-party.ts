import { relatedOrigins } from '@authwright/core'
import Passkey from '@authwright/core/providers/passkey'

const origins = ['https://example.com', 'https://app.example.com', 'https://example.de']

export const passkey = Passkey({ relayingParty: { id: 'example.com', name: 'Example', origin: origins } })

// The response to GET https://example.com/.well-known/webauthn
export const respond = (): Response => relatedOrigins(origins)
