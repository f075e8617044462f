import { database } from './database.ts'

/** An entry of the activity log of a user. */
export interface Activity {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly what: string
}

/** Adds an entry to the activity log. */
export const note = (userId: string | undefined, what: string): void => {
  if (userId === undefined) return
  database().prepare('INSERT INTO demo_activity (user_id, at, what) VALUES (?, ?, ?)').run(userId, Date.now(), what)
}

/** The last six entries, newest first. */
export const recentActivity = (userId: string): Activity[] =>
  database()
    .prepare('SELECT at, what FROM demo_activity WHERE user_id = ? ORDER BY at DESC, rowid DESC LIMIT 6')
    .all(userId)
    .map(({ at, what }) => ({ at: Number(at), what: String(what) }))
