import type { AuthConfig } from '@authwright/core'
import type { Terminal } from '../command.ts'
import { whileWaiting } from '../terminal/progress.ts'

type Events = NonNullable<AuthConfig['events']>
type Name = 'unlinkAccount' | 'deleteAuthenticator' | 'deleteUser' | 'signOut'

/** An event of the config, and what it gets. */
export type EventCall = {
  [Of in Name]: readonly [name: Of, message: Parameters<NonNullable<Events[Of]>>[0]]
}[Name]

/**
 * Calls events of the config after a change of the database. An event that throws undoes nothing. Returns the names of
 * these, after a message.
 */
export const callEvents = async (
  terminal: Terminal,
  { events }: AuthConfig,
  calls: readonly EventCall[],
): Promise<readonly string[]> => {
  const failed: string[] = []
  for (const [name, message] of calls) {
    const handler = events?.[name] as ((message: EventCall[1]) => unknown) | undefined
    if (handler === undefined) continue
    try {
      await whileWaiting(terminal, `Waiting for the event ${name}`, () => handler(message))
    } catch (error) {
      failed.push(name)
      terminal.printError(`The event ${name} threw: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failed
}
