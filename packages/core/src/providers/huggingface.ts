import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface HuggingfaceProfile extends Profile {
  sub: string
}

/** Hugging Face. Source: https://huggingface.co/docs/hub/oauth, 2026-11-21. */
export const Huggingface = (options: OIDCUserConfig<HuggingfaceProfile> = {}): OIDCConfig<HuggingfaceProfile> => ({
  id: 'huggingface',
  name: 'Hugging Face',
  type: 'oidc',
  issuer: 'https://huggingface.co',
  trustAllEmails: true,
  style: { bg: '#ffd21e', text: '#000' },
  options,
})

export default Huggingface
