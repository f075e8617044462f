import { announce } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Client, ClientSession } from './types.ts'
import { expectObject } from './wire.ts'
import type { WireAnswer } from './wire.ts'

// What a session holds is the application's: its `session` callback and its type are written by the same hand.
const readSession = <Session extends ClientSession>(answer: WireAnswer) => expectObject(answer) as Session | null

export const makeSession = (connection: Connection): Pick<Client, 'getSession' | 'update'> => {
  const getSession = async <Session extends ClientSession>() => readSession<Session>(await connection.ask('session'))
  return {
    getSession,
    update: async <Session extends ClientSession>(data?: unknown) => {
      if (data === undefined) return getSession<Session>()
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }
      const session = readSession<Session>(await connection.ask('session', init))
      if (session !== null) announce({ trigger: 'update' })
      return session
    },
  }
}
