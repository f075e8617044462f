import type { Session } from '../types/identity.ts'

interface Shown {
  readonly name: unknown
  readonly email: unknown
  readonly image: unknown
}

const text = (value: unknown): string | null | undefined =>
  typeof value === 'string' || value === null ? value : undefined

/**
 * What a client sees of a session unless the owner shows more: name, e-mail, picture, and when it ends. Whatever else a
 * session callback may want is handed to it beside this, so that returning it by spreading publishes nothing by accident.
 */
export const defaultSession = (user: Shown, expires: Date): Session => {
  const name = text(user.name)
  const email = text(user.email)
  const image = text(user.image)
  return {
    user: {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(image === undefined ? {} : { image }),
    },
    expires: expires.toISOString(),
  }
}

/** The session with members that can be read by name but are not copied by spreading, nor written out as JSON. */
export const withHidden = (session: Session, hidden: Readonly<Record<string, unknown>>): Session => {
  for (const [name, value] of Object.entries(hidden)) {
    Object.defineProperty(session, name, { value, enumerable: false, configurable: true })
  }
  return session
}
