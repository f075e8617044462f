'use server'

import { AuthError } from '@authwright/core/errors'
import { actedPath } from '@authwright/testing/frameworks/application'
import { redirect } from '@solidjs/router'
import { auth } from './auth'

export const getSession = async () => JSON.stringify(await auth.auth())

export const getName = async () => (await auth.auth())?.user?.name ?? 'signed out'

export const enter = async (form: FormData | URLSearchParams) => {
  const fields = Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
  try {
    throw redirect(await auth.signIn('password', { fields, redirectTo: '/api/me' }))
  } catch (error) {
    if (error instanceof AuthError) throw redirect(`/enter?refused=${error.type}`)
    throw error
  }
}

export const leave = async () => {
  throw redirect(await auth.signOut({ redirectTo: '/user' }))
}

export const act = async () => {
  throw redirect(await actedPath(() => auth.auth()))
}
