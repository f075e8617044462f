import { createAsync, query } from '@solidjs/router'
import { requireUser } from '../auth'

const getAccount = query(async () => {
  'use server'
  const { user } = await requireUser({ callbackUrl: '/account' })
  return { name: user.name }
}, 'account')

export default function Account() {
  const account = createAsync(() => getAccount(), { deferStream: true })
  return <h1>Account of {account()?.name}</h1>
}
