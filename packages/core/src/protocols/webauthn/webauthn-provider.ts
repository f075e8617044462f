import { oncePer } from '../../base/async.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type {
  AttestationFormat,
  AuthenticatorSelection,
  WebAuthnConfig,
  WebAuthnRegistrationOptions,
  WebAuthnVerifyOptions,
} from '../../types/webauthn-config.ts'

/** The options of one ceremony. */
export interface CeremonyOptions {
  /** Milliseconds. */
  readonly timeout: number
  /** Requested from the authenticator, and enforced if `required`. */
  readonly userVerification: UserVerificationRequirement
  readonly expectedTopOrigin: readonly string[]
  readonly extensions: Readonly<Record<string, unknown>> | undefined
}

/** A passkey provider with the developer's options merged over the defaults. */
export interface ResolvedWebAuthnProvider {
  readonly config: WebAuthnConfig
  readonly authentication: CeremonyOptions
  readonly registration: CeremonyOptions & {
    readonly attestation: NonNullable<WebAuthnRegistrationOptions['attestationType']>
    readonly selection: AuthenticatorSelection
    readonly algorithms: readonly number[]
    readonly preferred: WebAuthnRegistrationOptions['preferredAuthenticatorType']
  }
  /** The accepted attestation formats. */
  readonly formats: ReadonlySet<string>
}

/** Milliseconds: five minutes (WebAuthn L3 §15.1 recommends 300 to 600 seconds). */
const TIMEOUT = 300_000

/** EdDSA, ES256 and RS256, as WebAuthn L3 §5.4 recommends. */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

const FORMATS: readonly AttestationFormat[] = ['none', 'packed']

/** The error for an option with an invalid value. */
export const invalidPasskeyOption = ({ id }: WebAuthnConfig, option: string, expected: string): InvalidConfig =>
  new InvalidConfig(`${option} of provider "${id}" must be ${expected}`, { provider: id, option })

/** The texts of an option that takes one or a list. */
export const toList = (value: string | readonly string[] = []): readonly string[] => [value].flat()

const readCeremony = (
  config: WebAuthnConfig,
  option: 'authenticationOptions' | 'registrationOptions',
  requested: UserVerificationRequirement | undefined,
  { requireUserVerification, expectedTopOrigin }: WebAuthnVerifyOptions,
): CeremonyOptions => {
  const { timeout = TIMEOUT, extensions } = config[option] ?? {}
  if (!Number.isFinite(timeout) || timeout <= 0)
    throw invalidPasskeyOption(config, `${option}.timeout`, 'a number above 0')
  // If less is requested than enforced, users of simple security keys are rejected; if less is enforced than requested, the
  // check is missing.
  const isEnforced = requireUserVerification !== false
  const allowed = isEnforced ? ['required'] : ['preferred', 'discouraged']
  const userVerification = requested ?? (isEnforced ? 'required' : 'preferred')
  if (!allowed.includes(userVerification)) {
    const expected = `${allowed.join(' or ')}, because requireUserVerification is ${isEnforced}`
    throw invalidPasskeyOption(config, `the user verification in ${option}`, expected)
  }
  return { timeout, userVerification, expectedTopOrigin: toList(expectedTopOrigin), extensions }
}

const readRegistration = (config: WebAuthnConfig): ResolvedWebAuthnProvider['registration'] => {
  const options = config.registrationOptions ?? {}
  const { supportedAlgorithmIDs: algorithms = ALGORITHMS, authenticatorSelection: selection = {} } = options
  if (!Array.isArray(algorithms) || algorithms.length === 0 || !algorithms.every(Number.isInteger)) {
    throw invalidPasskeyOption(config, 'registrationOptions.supportedAlgorithmIDs', 'a list of COSE algorithm numbers')
  }
  const verify = config.verifyRegistrationOptions ?? {}
  const common = readCeremony(config, 'registrationOptions', selection.userVerification, verify)
  return {
    ...common,
    attestation: options.attestationType ?? 'none',
    selection: { residentKey: 'required', ...selection, userVerification: common.userVerification },
    algorithms,
    preferred: options.preferredAuthenticatorType,
  }
}

/** Resolve a passkey provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveWebAuthnProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedWebAuthnProvider>(
  (options) => {
    const config = options as unknown as WebAuthnConfig
    const { attestationFormats: formats = FORMATS, authenticationOptions } = config
    if (formats.length === 0 || !formats.every((format) => FORMATS.includes(format))) {
      throw invalidPasskeyOption(config, 'attestationFormats', `a list with one or more of ${FORMATS.join(', ')}`)
    }
    const requested = authenticationOptions?.userVerification
    const verify = config.verifyAuthenticationOptions ?? {}
    return Object.freeze({
      config,
      authentication: readCeremony(config, 'authenticationOptions', requested, verify),
      registration: readRegistration(config),
      formats: new Set(formats),
    })
  },
)
