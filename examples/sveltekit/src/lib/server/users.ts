import { checkPassword, hashPassword } from './passwords.ts'
import { adapter, database } from './database.ts'

/** The demo user. The sign-in page shows the password. */
export const DEMO_USER = { name: 'Dana Demo', email: 'demo@example.com', password: 'open sesame' } as const

const setPassword = async (userId: string, password: string): Promise<void> => {
  const hash = await hashPassword(password)
  database().prepare('INSERT INTO demo_passwords (user_id, hash) VALUES (?, ?)').run(userId, hash)
}

/** Adds the demo user to the database if it is missing. */
export const seedUsers = async (): Promise<void> => {
  const { name, email, password } = DEMO_USER
  if ((await adapter.getUserByEmail(email)) !== null) return
  const user = await adapter.createUser({ id: crypto.randomUUID(), name, email, emailVerified: null })
  await setPassword(user.id, password)
}

/** Deletes what the demo itself stores about a user. */
export const deleteUserData = (userId: string): void => {
  for (const table of ['demo_passwords', 'demo_activity'])
    database().prepare(`DELETE FROM ${table} WHERE user_id = ?`).run(userId)
}

const findPassword = (userId: string | undefined): string | undefined => {
  if (userId === undefined) return undefined
  const row = database().prepare('SELECT hash FROM demo_passwords WHERE user_id = ?').get(userId)
  return row === undefined ? undefined : String(row['hash'])
}

let dummyHash: Promise<string> | undefined

/** The user with this e-mail address and password, or `null`. */
export const findByPassword = async (email: string, password: string) => {
  const user = await adapter.getUserByEmail(email.trim().toLowerCase())
  const stored = findPassword(user?.id)
  // Verifies a dummy hash for an unknown address, so the response time does not reveal which addresses have an account.
  const isCorrect = await checkPassword(password, stored ?? (await (dummyHash ??= hashPassword('dummy'))))
  return isCorrect && stored !== undefined ? user : null
}
