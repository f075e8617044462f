import { createAsync, query } from '@solidjs/router'
import { auth } from '../auth'

const getMembers = query(async () => {
  'use server'
  const { user } = await auth.requireUser()
  return { title: 'Members only', name: user.name }
}, 'members')

export default function Protected() {
  const members = createAsync(() => getMembers(), { deferStream: true })
  return <h1>{members()?.title}</h1>
}
