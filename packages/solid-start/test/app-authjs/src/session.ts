import { getSession } from '@auth/solid-start'
import { query } from '@solidjs/router'
import { getRequestEvent } from 'solid-js/web'
import { authOpts } from '~/routes/api/auth/[...solidauth]'

export const readSession = query(async () => {
  'use server'
  const event = getRequestEvent()
  return event ? getSession(event.request, authOpts) : null
}, 'auth_user')
