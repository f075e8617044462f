import { getServerSession } from '@authwright/nuxt/server'

export default defineEventHandler(async (event) => {
  await getServerSession(event)
  return fetch(new URL('/own-cookie', getRequestURL(event)))
})
