import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/huggingface-icon.ts'

/** The claims of the ID token. */
export interface HuggingfaceProfile extends OIDCProfile {
  isPro?: boolean
  canPay?: boolean
  orgs?: {
    sub: string
    name: string
    picture: string
    preferred_username: string
    isEnterprise: boolean
    canPay?: boolean
    roleInOrg?: 'admin' | 'contributor' | 'read' | 'write'
    pendingSSO?: boolean
    missingMFA?: boolean
    resourceGroups?: { sub: string; name: string; role: string }[]
  }[]
}

/**
 * Hugging Face. Source: https://huggingface.co/docs/hub/oauth, 2026-11-21.
 * @example
 * // with AUTH_HUGGINGFACE_ID and AUTH_HUGGINGFACE_SECRET set; the callback is /auth/callback/huggingface
 * import Huggingface from '@authwright/core/providers/huggingface'
 * const config = { providers: [Huggingface] }
 */
export const Huggingface = <P extends HuggingfaceProfile = HuggingfaceProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'huggingface',
  name: 'Hugging Face',
  type: 'oidc',
  issuer: 'https://huggingface.co',
  trustAllEmails: true,
  style: { bg: '#ffd21e', text: '#000' },
  icon,
  options,
})

export default Huggingface
