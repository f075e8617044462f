import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingWebAuthnAutocomplete,
} from '../errors/error-classes.ts'
import { resolveWebAuthnProvider } from '../protocols/webauthn/webauthn-provider.ts'
import type { ResolvedWebAuthnProvider } from '../protocols/webauthn/webauthn-provider.ts'
import type { ProviderSummary } from './provider-table.ts'

/** The facts about passkeys that the check weighs. */
export interface PasskeyFacts {
  readonly providers: readonly ProviderSummary[]
  readonly webAuthnEnabled: boolean
}

const offersInFields = ({ fields }: ResolvedWebAuthnProvider): boolean =>
  Object.values(fields).some(
    ({ autocomplete }) => typeof autocomplete === 'string' && autocomplete.includes('webauthn'),
  )

const checkConditionalUI = (providers: readonly ResolvedWebAuthnProvider[]): void => {
  const [first, second] = providers.filter(({ hasConditionalUI }) => hasConditionalUI)
  if (second !== undefined) {
    throw new DuplicateConditionalUI('Two providers want to offer passkeys in the same form', { provider: second.id })
  }
  if (first !== undefined && !offersInFields(first)) {
    const why = `No form field of provider "${first.id}" has the autocomplete token webauthn`
    throw new MissingWebAuthnAutocomplete(why, { provider: first.id })
  }
}

/** Check what belongs together for passkeys, if there are any. */
export const checkPasskeys = ({ providers, webAuthnEnabled }: PasskeyFacts): void => {
  const passkeys = providers.filter(({ type }) => type === 'webauthn')
  if (passkeys.length === 0) return
  if (!webAuthnEnabled) throw new ExperimentalFeatureNotEnabled('Set experimental.enableWebAuthn to use passkeys')
  checkConditionalUI(passkeys.map(({ written }) => resolveWebAuthnProvider(written)))
}
