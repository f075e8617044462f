import { createAsync, query } from '@solidjs/router'
import { getName } from '../functions'

const fail = query(async () => {
  await getName()
  throw new Error('the application failed')
}, 'fail')

export default function Throws() {
  const data = createAsync<string>(() => fail(), { deferStream: true })
  return <p>{data()}</p>
}
