// The default import: a named import of `argon2` fails in Node versions that lack it.
import crypto, { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Argon2Parameters } from 'node:crypto'

/*
 * The format is `$method$parameters$salt$hash`, so a password can be verified after the defaults have changed. The method is
 * argon2id with 19 MiB, two passes and one lane, the first choice of the OWASP Password Storage Cheat Sheet. Before Node
 * 24.7, which added it, the method is scrypt with N = 2^17, which the cheat sheet lists as the alternative.
 */

const LENGTH = 32
const MEMORY = 19_456
const COST = 131_072

interface Stored {
  readonly method: string
  readonly parameters: string
  readonly salt: Buffer
  readonly hash: Buffer
}

const number = (parameters: string, name: string): number =>
  Number(new URLSearchParams(parameters.replaceAll(',', '&')).get(name))

const withArgon2 = (password: string, salt: Buffer, parameters: string): Promise<Buffer> => {
  const options: Argon2Parameters = {
    message: password,
    nonce: salt,
    memory: number(parameters, 'm'),
    passes: number(parameters, 't'),
    parallelism: number(parameters, 'p'),
    tagLength: LENGTH,
  }
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const withScrypt = (password: string, salt: Buffer, parameters: string): Promise<Buffer> => {
  const N = number(parameters, 'n')
  const r = number(parameters, 'r')
  const options = { N, r, p: number(parameters, 'p'), maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const derive = (password: string, { method, parameters, salt }: Omit<Stored, 'hash'>): Promise<Buffer> =>
  method === 'argon2id' ? withArgon2(password, salt, parameters) : withScrypt(password, salt, parameters)

const parse = (stored: string): Stored => {
  const [, method = '', parameters = '', salt = '', hash = ''] = stored.split('$')
  return { method, parameters, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

/** Hashes a password for the database. */
export const hashPassword = async (password: string): Promise<string> => {
  const [method, parameters] =
    typeof crypto.argon2 === 'function' ? ['argon2id', `m=${MEMORY},t=2,p=1`] : ['scrypt', `n=${COST},r=8,p=1`]
  const salt = randomBytes(16)
  const hash = await derive(password, { method, parameters, salt })
  return `$${method}$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether a password matches a stored hash. */
export const checkPassword = async (password: string, stored: string): Promise<boolean> => {
  const expected = parse(stored)
  return timingSafeEqual(await derive(password, expected), expected.hash)
}
