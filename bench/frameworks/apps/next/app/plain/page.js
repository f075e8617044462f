import { connection } from 'next/server'
import { plainSession } from '../../common.js'

export default async function Page() {
  await connection()
  return <p>Signed in as {plainSession.user.name}</p>
}
