import { createAsync, query } from '@solidjs/router'
import { isAdmin } from '@authwright/testing/frameworks/application'
import { auth } from '../auth'

const getName = query(async () => {
  'use server'
  const { user } = await auth.requireUser(isAdmin)
  return user.name
}, 'admin')

export default function Admin() {
  const name = createAsync(() => getName(), { deferStream: true })
  return <h1>{`Only for ${name()}`}</h1>
}
