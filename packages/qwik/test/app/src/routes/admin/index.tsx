import { isAdmin } from '@authwright/testing/frameworks/application'
import { component$ } from '@builder.io/qwik'
import type { RequestHandler } from '@builder.io/qwik-city'
import { requireUser } from '../plugin@auth'

export const onGet: RequestHandler = async (event) => {
  await requireUser(event, isAdmin)
  event.cacheControl({ public: true, maxAge: 60 })
}

export default component$(() => <h1>Admins only</h1>)
