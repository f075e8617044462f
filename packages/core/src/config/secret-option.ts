import { InvalidConfig } from '../errors/error-classes.ts'
import { checkSecrets } from '../crypto/secrets.ts'
import type { SecretOption } from '../crypto/secrets.ts'

const toList = (secret: unknown, option: string): readonly string[] => {
  const list: unknown = typeof secret === 'string' ? (secret === '' ? [] : [secret]) : (secret ?? [])
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new InvalidConfig(`${option} has to be a string or an array of strings`, { option })
  }
  return list
}

/** The secrets of a config, or of one of its options, the newest first. Throws when there is none, or a weak one. */
export const readSecrets = (secret: unknown, of?: SecretOption): readonly string[] => {
  const secrets = toList(secret, of?.option ?? 'secret')
  checkSecrets(secrets, of)
  return Object.freeze([...secrets])
}
