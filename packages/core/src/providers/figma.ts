import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/figma-icon.ts'

/** The response of `GET /v1/me`. */
export interface FigmaProfile {
  id: string
  handle: string
  email?: string
  img_url?: string
  [member: string]: unknown
}

/**
 * Figma. `current_user:read` is enough. The older scope `files:read` can read everything and is deprecated. Source:
 * https://developers.figma.com/docs/rest-api/scopes/ and https://developers.figma.com/docs/rest-api/authentication,
 * 2026-11-21.
 * @example
 * // with AUTH_FIGMA_ID and AUTH_FIGMA_SECRET set; the callback is /auth/callback/figma
 * import Figma from '@authwright/core/providers/figma'
 * const config = { providers: [Figma] }
 */
export const Figma = <P extends FigmaProfile = FigmaProfile>(options: OAuthUserConfig<P> = {}): OAuth2Config<P> => ({
  id: 'figma',
  name: 'Figma',
  type: 'oauth',
  authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'current_user:read' } },
  token: 'https://api.figma.com/v1/oauth/token',
  userinfo: 'https://api.figma.com/v1/me',
  profile: ({ id, handle: name, email, img_url: image }) => ({ id, name, email, image }),
  style: { bg: '#ff7237', text: '#000' },
  icon,
  options,
})

export default Figma
