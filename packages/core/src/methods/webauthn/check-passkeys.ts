import type { ConfiguredProvider, ExperimentalFeatures } from '../../config/engine-types.ts'
import { authError } from '../../errors/error-classes.ts'
import { resolveWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'
import type { ResolvedWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'

const offersInFields = ({ fields }: ResolvedWebAuthnProvider): boolean =>
  Object.values(fields).some(
    ({ autocomplete }) => typeof autocomplete === 'string' && autocomplete.includes('webauthn'),
  )

const checkConditionalUI = (providers: readonly ResolvedWebAuthnProvider[]): void => {
  const [first, second] = providers.filter(({ hasConditionalUI }) => hasConditionalUI)
  if (second !== undefined) {
    throw authError('DuplicateConditionalUI', 'Two providers want to offer passkeys in the same form', {
      provider: second.id,
    })
  }
  if (first !== undefined && !offersInFields(first)) {
    const why = `No form field of provider "${first.id}" has the autocomplete token webauthn`
    throw authError('MissingWebAuthnAutocomplete', why, { provider: first.id })
  }
}

/** Check that the passkey providers can work together. */
export const checkPasskeys = (
  providers: readonly ConfiguredProvider[],
  { enableWebAuthn }: ExperimentalFeatures,
): void => {
  if (!enableWebAuthn)
    throw authError('ExperimentalFeatureNotEnabled', 'Set experimental.enableWebAuthn to use passkeys')
  checkConditionalUI(providers.map(({ options }) => resolveWebAuthnProvider(options)))
}
