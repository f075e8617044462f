import { createAsync, query } from '@solidjs/router'
import { getName } from '../functions'

const name = query(getName, 'name')

export default function User() {
  const text = createAsync(() => name(), { deferStream: true })
  return <p id="user">{text()}</p>
}
