import { InvalidConfig } from '../errors/classes.ts'
import { checkSecrets } from '../crypto/secrets.ts'

const toList = (secret: unknown): readonly string[] => {
  const list: unknown = typeof secret === 'string' ? (secret === '' ? [] : [secret]) : (secret ?? [])
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new InvalidConfig('secret has to be a string or an array of strings')
  }
  return list
}

/** The secrets of a config, the newest first. Throws when there is none, or a weak one. */
export const readSecrets = (secret: unknown): readonly string[] => {
  const secrets = toList(secret)
  checkSecrets(secrets)
  return Object.freeze([...secrets])
}
