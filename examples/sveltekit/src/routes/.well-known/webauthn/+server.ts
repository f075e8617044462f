import { relatedOrigins } from '@authwright/sveltekit'
import type { RequestHandler } from './$types'

/** Other origins of the same owner that may use the passkeys of this domain. The demo has one. */
const ORIGINS = ['https://authwright.example']

export const GET: RequestHandler = () => relatedOrigins(ORIGINS)
