import { requireUser } from '@authwright/nuxt/server'
import { isAdmin } from '@authwright/testing/frameworks'

export default defineEventHandler(async (event) => {
  await requireUser(event, isAdmin)
  return '<h1>Members only</h1>'
})
