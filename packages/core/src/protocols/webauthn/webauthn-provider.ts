import { oncePer } from '../../base/async.ts'
import { quote } from '../../errors/describe-error.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { AttestationFormat, WebAuthnConfig, WebAuthnVerifyOptions } from '../../types/webauthn-config.ts'

/** Milliseconds: five minutes (WebAuthn L3 §15.1 recommends 300 to 600 seconds). */
const TIMEOUT = 300_000

/** EdDSA, ES256 and RS256, as WebAuthn L3 §5.4 recommends. */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

const FORMATS: readonly AttestationFormat[] = ['none', 'packed']

export const invalidPasskeyOption = (
  { id }: WebAuthnConfig,
  option: string,
  expected: string,
  found: unknown,
): InvalidConfig => {
  const value = quote(found)
  const fix = `Change ${option} of provider "${id}" from ${value} to ${expected}`
  return new InvalidConfig(`${option} of provider "${id}" must be ${expected}, but is ${value}`, {
    provider: id,
    option,
    fix,
  })
}

export const toList = (value: string | readonly string[] = []): readonly string[] => [value].flat()

const readCeremony = (
  config: WebAuthnConfig,
  option: 'authenticationOptions' | 'registrationOptions',
  requested: UserVerificationRequirement | undefined,
  { requireUserVerification, expectedTopOrigin }: WebAuthnVerifyOptions = {},
) => {
  const { timeout = TIMEOUT, extensions } = config[option] ?? {}
  if (!Number.isFinite(timeout) || timeout <= 0)
    throw invalidPasskeyOption(config, `${option}.timeout`, 'a number above 0', timeout)
  // Requesting less would reject users of simple security keys; enforcing less would leave out the check.
  const isEnforced = requireUserVerification !== false
  const allowed = isEnforced ? ['required'] : ['preferred', 'discouraged']
  const userVerification = requested ?? (isEnforced ? 'required' : 'preferred')
  if (!allowed.includes(userVerification)) {
    const expected = `${allowed.join(' or ')}, because requireUserVerification is ${isEnforced}`
    throw invalidPasskeyOption(config, `the user verification in ${option}`, expected, userVerification)
  }
  return { timeout, userVerification, expectedTopOrigin: toList(expectedTopOrigin), extensions }
}

const readRegistration = (config: WebAuthnConfig) => {
  const options = config.registrationOptions ?? {}
  const { supportedAlgorithmIDs: algorithms = ALGORITHMS, authenticatorSelection: selection = {} } = options
  if (!Array.isArray(algorithms) || algorithms.length === 0 || !algorithms.every(Number.isInteger)) {
    throw invalidPasskeyOption(
      config,
      'registrationOptions.supportedAlgorithmIDs',
      'a list of COSE algorithm numbers',
      algorithms,
    )
  }
  const { userVerification: requested } = selection
  const common = readCeremony(config, 'registrationOptions', requested, config.verifyRegistrationOptions)
  return {
    ...common,
    attestation: options.attestationType ?? 'none',
    selection: { residentKey: 'required', ...selection, userVerification: common.userVerification } as const,
    algorithms: algorithms as readonly number[],
    preferred: options.preferredAuthenticatorType,
  }
}

const resolve = (options: Readonly<Record<string, unknown>>) => {
  const config = options as unknown as WebAuthnConfig
  const { attestationFormats: formats = FORMATS, authenticationOptions, verifyAuthenticationOptions } = config
  if (formats.length === 0 || !formats.every((format) => FORMATS.includes(format))) {
    throw invalidPasskeyOption(
      config,
      'attestationFormats',
      `a list with one or more of ${FORMATS.join(', ')}`,
      formats,
    )
  }
  const { userVerification: requested } = authenticationOptions ?? {}
  return Object.freeze({
    config,
    authentication: readCeremony(config, 'authenticationOptions', requested, verifyAuthenticationOptions),
    registration: readRegistration(config),
    formats: new Set<string>(formats),
  })
}

export type CeremonyOptions = ReturnType<typeof readCeremony>

export type ResolvedWebAuthnProvider = ReturnType<typeof resolve>

/** Resolve a passkey provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveWebAuthnProvider = oncePer(resolve)
