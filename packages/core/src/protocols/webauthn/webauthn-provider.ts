import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/async.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { CredentialInput } from '../../types/provider-type.ts'
import type {
  AttestationFormat,
  AuthenticatorSelection,
  UserVerification,
  WebAuthnConfig,
  WebAuthnRegistrationOptions,
} from '../../types/webauthn-config.ts'
import { DEFAULT_ALGORITHMS } from './credential.ts'

/** The options of one ceremony. */
export interface CeremonyOptions {
  /** Milliseconds. */
  readonly timeout: number
  /** Requested from the authenticator, and enforced if `required`. */
  readonly userVerification: UserVerification
  readonly expectedTopOrigin: readonly string[]
  readonly extensions: Readonly<Record<string, unknown>> | undefined
}

/** A passkey provider with the developer's options merged over the defaults. */
export interface ResolvedWebAuthnProvider {
  readonly id: string
  readonly name: string
  readonly config: WebAuthnConfig
  readonly hasConditionalUI: boolean
  readonly fields: Readonly<Record<string, CredentialInput>>
  readonly authentication: CeremonyOptions
  readonly registration: CeremonyOptions & {
    readonly attestation: NonNullable<WebAuthnRegistrationOptions['attestationType']>
    readonly selection: AuthenticatorSelection
    readonly algorithms: readonly number[]
    readonly preferred: WebAuthnRegistrationOptions['preferredAuthenticatorType']
  }
  /** The accepted attestation formats. */
  readonly formats: ReadonlySet<string>
  readonly listsCredentials: boolean
}

/** Milliseconds: five minutes (WebAuthn L3 §15.1 recommends 300 to 600 seconds). */
const TIMEOUT = 300_000

const FORMATS: readonly AttestationFormat[] = ['none', 'packed']

/** An option has an invalid value. */
export const invalidPasskeyOption = (
  config: Pick<WebAuthnConfig, 'id'>,
  option: string,
  expected: string,
): InvalidConfig =>
  new InvalidConfig(`${option} of provider "${config.id}" must be ${expected}`, { provider: config.id, option })

const readObject = (config: WebAuthnConfig, option: string): Readonly<Record<string, unknown>> => {
  const value = config[option]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw invalidPasskeyOption(config, option, 'an object')
  return value as Readonly<Record<string, unknown>>
}

const readTimeout = (config: WebAuthnConfig, option: string, value: unknown): number => {
  if (value === undefined) return TIMEOUT
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    throw invalidPasskeyOption(config, `${option}.timeout`, 'a number above 0')
  return value
}

const toList = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')

/**
 * The requested and the enforced user verification must agree. If less is requested than enforced, users of simple security
 * keys are rejected; if less is enforced than requested, the check is missing.
 */
const readUserVerification = (
  config: WebAuthnConfig,
  option: string,
  requested: unknown,
  requireUserVerification: unknown,
): UserVerification => {
  const isEnforced = requireUserVerification !== false
  if (requested !== undefined && requested !== 'required' && requested !== 'preferred' && requested !== 'discouraged') {
    throw invalidPasskeyOption(config, `${option}.userVerification`, '"required", "preferred" or "discouraged"')
  }
  if (isEnforced && requested !== undefined && requested !== 'required') {
    const why = `requests user verification "${requested}" but enforces it: set requireUserVerification: false as well`
    throw new InvalidConfig(`${option} of provider "${config.id}" ${why}`, { provider: config.id, option })
  }
  if (!isEnforced && requested === 'required') {
    const why = 'requires user verification, but requireUserVerification: false does not check it'
    throw new InvalidConfig(`${option} of provider "${config.id}" ${why}`, { provider: config.id, option })
  }
  return isEnforced ? 'required' : (requested ?? 'preferred')
}

const readCeremony = (
  config: WebAuthnConfig,
  option: string,
  verifyOption: string,
  requested: unknown,
): CeremonyOptions => {
  const { timeout, extensions } = readObject(config, option)
  const verify = readObject(config, verifyOption)
  return {
    timeout: readTimeout(config, option, timeout),
    userVerification: readUserVerification(config, option, requested, verify['requireUserVerification']),
    expectedTopOrigin: toList(verify['expectedTopOrigin']),
    extensions: isObject(extensions) ? extensions : undefined,
  }
}

const readAlgorithms = (config: WebAuthnConfig, value: unknown): readonly number[] => {
  if (value === undefined) return DEFAULT_ALGORITHMS
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => Number.isInteger(item))) {
    throw invalidPasskeyOption(config, 'registrationOptions.supportedAlgorithmIDs', 'a list of COSE algorithm numbers')
  }
  return value
}

const readFormats = (config: WebAuthnConfig): ReadonlySet<string> => {
  const { attestationFormats = FORMATS } = config
  const unknown = attestationFormats.find((format) => !FORMATS.includes(format))
  if (unknown !== undefined || attestationFormats.length === 0) {
    throw invalidPasskeyOption(config, 'attestationFormats', `a list with one or more of ${FORMATS.join(', ')}`)
  }
  return new Set(attestationFormats)
}

const readRegistration = (config: WebAuthnConfig): ResolvedWebAuthnProvider['registration'] => {
  const options = readObject(config, 'registrationOptions') as WebAuthnRegistrationOptions
  const selection = options.authenticatorSelection ?? {}
  const common = readCeremony(config, 'registrationOptions', 'verifyRegistrationOptions', selection.userVerification)
  return {
    ...common,
    attestation: options.attestationType ?? 'none',
    selection: { residentKey: 'required', ...selection, userVerification: common.userVerification },
    algorithms: readAlgorithms(config, options.supportedAlgorithmIDs),
    preferred: options.preferredAuthenticatorType,
  }
}

/** Resolve a passkey provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveWebAuthnProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedWebAuthnProvider>(
  (options) => {
    const config = options as unknown as WebAuthnConfig
    const { userVerification } = readObject(config, 'authenticationOptions')
    return Object.freeze({
      id: config.id,
      name: config.name,
      config,
      hasConditionalUI: config.enableConditionalUI !== false,
      fields: isObject(config.formFields) ? config.formFields : {},
      authentication: readCeremony(config, 'authenticationOptions', 'verifyAuthenticationOptions', userVerification),
      registration: readRegistration(config),
      formats: readFormats(config),
      listsCredentials: config.allowDangerousCredentialListing === true,
    })
  },
)
