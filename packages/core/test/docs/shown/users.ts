import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'

interface User {
  id: string
  name: string
  email: string
}

interface Stored {
  user: User
  salt: Buffer
  hash: Buffer
}

/** Stands for a table of your database, with a unique index on the e-mail address. */
const users = new Map<string, Stored>()

/** The cost that OWASP recommends for scrypt: 128 MiB of memory for each password. */
const options = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const hashPassword = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })

/** Compared for an unknown address, so that the response takes the same time. */
const unknownUser = { salt: randomBytes(16), hash: randomBytes(32) }

/** The user with this address and password, or `null`. */
export const findByPassword = async (email: string, password: string): Promise<User | null> => {
  const stored = users.get(email.trim().toLowerCase())
  const { salt, hash } = stored ?? unknownUser
  const isCorrect = timingSafeEqual(await hashPassword(password, salt), hash)
  return isCorrect && stored !== undefined ? stored.user : null
}

/** Stores a new user. Returns `null` if the password is too short, or if the address has a user. */
export const signUp = async (email: string, password: string, name: string): Promise<User | null> => {
  if (password.length < 15) return null // NIST SP 800-63B-4, for a password without a second factor
  const user = { id: randomUUID(), name, email: email.trim().toLowerCase() }
  const salt = randomBytes(16)
  const hash = await hashPassword(password, salt)
  if (users.has(user.email)) return null
  users.set(user.email, { user, salt, hash })
  return user
}
