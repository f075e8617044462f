import { relatedOrigins } from '@authwright/sveltekit'
import type { RequestHandler } from './$types'

/** Other origins that may use the passkeys of this domain (WebAuthn L3 §5.11). This one is an example. */
const ORIGINS = ['https://authwright.example']

export const GET: RequestHandler = () => relatedOrigins(ORIGINS)
