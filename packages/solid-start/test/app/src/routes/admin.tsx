import { createAsync, query } from '@solidjs/router'
import { isAdmin } from '@authwright/testing/frameworks/application'
import { auth } from '../auth'

const getAdmin = query(async () => {
  'use server'
  const { user, read } = await auth.requireUser(isAdmin)
  return { name: user.name, isRead: read !== undefined && read > 0 }
}, 'admin')

export default function Admin() {
  const admin = createAsync(() => getAdmin(), { deferStream: true })
  return <h1>{`Only for ${admin()?.name}`}</h1>
}
