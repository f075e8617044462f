import type { Connection } from './connection.ts'
import type { Outcome } from './outcome.ts'
import { navigate } from './place.ts'

/** Go where the server says; where it said nothing that can be gone to, to the library's page for errors. */
export const leave = (connection: Connection, { target, error }: Outcome): void =>
  navigate(target ?? connection.page('error', { error: error ?? 'Configuration' }))
