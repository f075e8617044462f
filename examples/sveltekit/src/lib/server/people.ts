import { checkPassword, hashPassword } from './passwords.ts'
import { adapter, database } from './database.ts'

/** The person who is there from the start. Printed on the sign-in page: a demo has no secrets. */
export const DEMO_PERSON = { name: 'Dana Demo', email: 'demo@example.com', password: 'open sesame' } as const

const setPassword = async (userId: string, password: string): Promise<void> => {
  const hash = await hashPassword(password)
  database().prepare('INSERT INTO demo_passwords (user_id, hash) VALUES (?, ?)').run(userId, hash)
}

/** Puts the demo person into the database, unless they are there. */
export const seedPeople = async (): Promise<void> => {
  const { name, email, password } = DEMO_PERSON
  if ((await adapter.getUserByEmail(email)) !== null) return
  const user = await adapter.createUser({ id: crypto.randomUUID(), name, email, emailVerified: null })
  await setPassword(user.id, password)
}

const findPassword = (userId: string | undefined): string | undefined => {
  if (userId === undefined) return undefined
  const row = database().prepare('SELECT hash FROM demo_passwords WHERE user_id = ?').get(userId)
  return row === undefined ? undefined : String(row['hash'])
}

let decoy: Promise<string> | undefined

/** The person whom an e-mail address and a password belong to, or `null`. */
export const findByPassword = async (email: string, password: string) => {
  const user = await adapter.getUserByEmail(email.trim().toLowerCase())
  const stored = findPassword(user?.id)
  // An unknown address costs as much time as a known one, so the clock does not tell who has an account here.
  const right = await checkPassword(password, stored ?? (await (decoy ??= hashPassword('nobody'))))
  return right && stored !== undefined ? user : null
}
