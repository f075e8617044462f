import { createKeyring } from '../crypto/keyring.ts'
import { Secret } from '../crypto/secret.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import * as read from './readers.ts'
import type { TokenConfig } from './resolved-config.ts'
import { readSecrets } from './secret-option.ts'

/** How a config seals session tokens. */
export const readToken = (
  config: AuthConfig,
  shared: readonly string[],
  maxAge: number,
  runtime: Runtime,
): TokenConfig => {
  const written = read.readRecord(config.jwt, 'jwt')
  const { encode, decode } = read.readFunctions(
    { encode: written['encode'], decode: written['decode'] },
    'jwt',
  ) as Partial<Pick<JWTOptions, 'encode' | 'decode'>>
  const secrets = written['secret'] === undefined ? shared : readSecrets(written['secret'])
  return Object.freeze({
    keyring: createKeyring(secrets, runtime.crypto),
    secrets: Object.freeze(secrets.map((secret) => new Secret(secret))),
    isOneSecret: typeof (written['secret'] ?? config.secret) === 'string',
    maxAge: read.readSeconds(written['maxAge'], 'jwt.maxAge', maxAge, 1),
    encode,
    decode,
    written: config.jwt ?? {},
  })
}
