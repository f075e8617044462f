// A session in PostgreSQL. It imports nothing that only the benchmark installs.
import { startBench } from '../databases/postgres.mjs'
import { assert } from '../fixtures.mjs'
import { authjs } from '../libraries/authjs.mjs'
import { authwright } from '../libraries/authwright.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'

/** The statement that any library needs for a session. */
export const JOIN = `select u.id, u.name, u.email, u.image, s.expires from sessions s join users u on u.id = s."userId"
  where s."tokenHash" = $1`

/** A session check with PostgreSQL. The floor is the statement that any library needs. @param {(close: () => Promise<void>) => void} onClose */
export const postgresSession = async (onClose) => {
  const bench = await startBench()
  onClose(bench.close)
  const [own, peer] = [await bench.own(1000), await bench.peer(1000, true)]
  const { rows } = await own.pool.query('select "tokenHash" from sessions limit 1')
  const run = () => own.pool.query({ name: 'floor', text: JOIN, values: [rows[0].tokenHash] })
  const check = async () => assert((await run()).rows.length === 1, 'the raw statement')
  return {
    [FLOOR]: { run, check },
    [PEER]: await authjs.databaseSession(peer.adapter),
    [OWN]: await authwright.databaseSession(own.adapter),
  }
}
