import { AuthError } from '@authwright/core/errors'
import { actedPath } from '@authwright/testing/frameworks/application'
import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { auth } from './auth.server'

export const getSession = createServerFn().handler(async () => JSON.stringify(await auth.auth()))

export const getName = createServerFn().handler(async () => (await auth.auth())?.user?.name ?? 'signed out')

export const getMembers = createServerFn().handler(async () => {
  const { user } = await auth.requireUser()
  return { title: 'Members only', name: user.name }
})

export const enter = createServerFn({ method: 'POST' })
  .validator((form: FormData) => Object.fromEntries(form))
  .handler(async ({ data: fields }) => {
    try {
      const href = await auth.signIn('password', { fields, redirectTo: '/api/me' })
      return redirect({ href, statusCode: 303 })
    } catch (error) {
      if (error instanceof AuthError) return redirect({ href: `/enter?refused=${error.type}`, statusCode: 303 })
      throw error
    }
  })

export const leave = createServerFn({ method: 'POST' }).handler(async () =>
  redirect({ href: await auth.signOut({ redirectTo: '/user' }), statusCode: 303 }),
)

export const act = createServerFn({ method: 'POST' }).handler(async () =>
  redirect({ href: await actedPath(() => auth.auth()), statusCode: 303 }),
)
