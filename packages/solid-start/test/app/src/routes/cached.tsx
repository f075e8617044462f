import { createAsync, query } from '@solidjs/router'
import { getName } from '../functions'

const name = query(getName, 'name')

export default function Cached() {
  const text = createAsync(() => name(), { deferStream: true })
  return <p>{text()}</p>
}
