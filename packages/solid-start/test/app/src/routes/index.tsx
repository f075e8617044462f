import { createAsync, query } from '@solidjs/router'
import { getSession } from '../functions'

const session = query(getSession, 'session')

export default function Home() {
  const text = createAsync(() => session(), { deferStream: true })
  return <pre id="session">{text()}</pre>
}
