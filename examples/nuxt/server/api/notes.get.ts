import { requireUser } from '@authwright/nuxt/server'

export default defineEventHandler(async (event) => {
  const { user } = await requireUser(event)
  return [`A note of ${user.name}`]
})
