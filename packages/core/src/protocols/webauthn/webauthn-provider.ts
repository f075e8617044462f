import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { CredentialInput } from '../../types/credential-input.ts'
import type {
  AttestationFormat,
  AuthenticatorSelection,
  UserVerification,
  WebAuthnConfig,
  WebAuthnRegistrationOptions,
} from '../../types/webauthn.ts'
import { DEFAULT_ALGORITHMS } from './credential-public-key.ts'

/** One ceremony as configured. */
export interface CeremonyOptions {
  /** Milliseconds. */
  readonly timeout: number
  /** Asked for, and enforced when `required`. */
  readonly userVerification: UserVerification
  readonly expectedTopOrigin: readonly string[]
  readonly extensions: Readonly<Record<string, unknown>> | undefined
}

/** A passkey provider with the owner's options over its defaults. */
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
  readonly formats: ReadonlySet<string>
  readonly listsCredentials: boolean
}

/** Five minutes (WebAuthn L3 §15.1 advises 300 to 600 seconds). */
const TIMEOUT = 300_000

const FORMATS: readonly AttestationFormat[] = ['none', 'packed']

const withOptions = (written: Readonly<Record<string, unknown>>): WebAuthnConfig => {
  const { options, ...entry } = written
  const given = isObject(options) ? Object.entries(options).filter(([, value]) => value !== undefined) : []
  return { ...entry, ...Object.fromEntries(given), type: 'webauthn' } as unknown as WebAuthnConfig
}

const record = (config: WebAuthnConfig, option: string): Readonly<Record<string, unknown>> => {
  const value = config[option]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw wrong(config, option, 'an object')
  return value as Readonly<Record<string, unknown>>
}

const wrong = (config: WebAuthnConfig, option: string, wanted: string): InvalidConfig =>
  new InvalidConfig(`${option} of provider "${config.id}" has to be ${wanted}`, { provider: config.id, option })

const positive = (config: WebAuthnConfig, option: string, value: unknown, fallback: number): number => {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    throw wrong(config, option, 'a number above 0')
  return value
}

const toList = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')

/**
 * What is asked of the authenticator and what its answer is held to are one decision: to ask for less than is enforced
 * would be a trap for people with simple security keys, and to enforce less than was meant a hole.
 */
const verification = (config: WebAuthnConfig, option: string, asked: unknown, verify: unknown): UserVerification => {
  const enforced = verify !== false
  if (asked !== undefined && asked !== 'required' && asked !== 'preferred' && asked !== 'discouraged') {
    throw wrong(config, `${option}.userVerification`, '"required", "preferred" or "discouraged"')
  }
  if (enforced && asked !== undefined && asked !== 'required') {
    const why = `asks for user verification "${asked}" but enforces it: set requireUserVerification: false as well`
    throw new InvalidConfig(`${option} of provider "${config.id}" ${why}`, { provider: config.id, option })
  }
  if (!enforced && asked === 'required') {
    const why = 'requires user verification, yet requireUserVerification: false does not look whether it was done'
    throw new InvalidConfig(`${option} of provider "${config.id}" ${why}`, { provider: config.id, option })
  }
  return enforced ? 'required' : (asked ?? 'preferred')
}

const ceremony = (config: WebAuthnConfig, option: string, verifyOption: string, asked: unknown): CeremonyOptions => {
  const written = record(config, option)
  const verify = record(config, verifyOption)
  const extensions = written['extensions']
  return {
    timeout: positive(config, `${option}.timeout`, written['timeout'], TIMEOUT),
    userVerification: verification(config, option, asked, verify['requireUserVerification']),
    expectedTopOrigin: toList(verify['expectedTopOrigin']),
    extensions: isObject(extensions) ? extensions : undefined,
  }
}

const readAlgorithms = (config: WebAuthnConfig, written: unknown): readonly number[] => {
  if (written === undefined) return DEFAULT_ALGORITHMS
  if (!Array.isArray(written) || written.length === 0 || !written.every((item) => Number.isInteger(item))) {
    throw wrong(config, 'registrationOptions.supportedAlgorithmIDs', 'a list of COSE algorithm numbers')
  }
  return written
}

const readFormats = (config: WebAuthnConfig): ReadonlySet<string> => {
  const { attestationFormats = FORMATS } = config
  const unknown = attestationFormats.find((format) => !FORMATS.includes(format))
  if (unknown !== undefined || attestationFormats.length === 0) {
    throw wrong(config, 'attestationFormats', `some of ${FORMATS.join(', ')}`)
  }
  return new Set(attestationFormats)
}

const readRegistration = (config: WebAuthnConfig): ResolvedWebAuthnProvider['registration'] => {
  const written = record(config, 'registrationOptions') as WebAuthnRegistrationOptions
  const selection = written.authenticatorSelection ?? {}
  const common = ceremony(config, 'registrationOptions', 'verifyRegistrationOptions', selection.userVerification)
  return {
    ...common,
    attestation: written.attestationType ?? 'none',
    selection: { residentKey: 'required', ...selection, userVerification: common.userVerification },
    algorithms: readAlgorithms(config, written.supportedAlgorithmIDs),
    preferred: written.preferredAuthenticatorType,
  }
}

/** Work a passkey provider out, once for each. Throws `InvalidConfig` when it cannot be meant. */
export const resolveWebAuthnProvider = oncePer<Readonly<Record<string, unknown>>, ResolvedWebAuthnProvider>(
  (written) => {
    const config = withOptions(written)
    const asked = record(config, 'authenticationOptions')['userVerification']
    return Object.freeze({
      id: config.id,
      name: config.name,
      config,
      hasConditionalUI: config.enableConditionalUI !== false,
      fields: isObject(config.formFields) ? config.formFields : {},
      authentication: ceremony(config, 'authenticationOptions', 'verifyAuthenticationOptions', asked),
      registration: readRegistration(config),
      formats: readFormats(config),
      listsCredentials: config.allowDangerousCredentialListing === true,
    })
  },
)
