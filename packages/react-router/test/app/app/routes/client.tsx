import { AuthError } from '@authwright/react-router'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/client'

export const loader = async (args: Route.LoaderArgs) => ({ name: (await auth.auth(args))?.user?.name ?? 'signed out' })

export const action = async (args: Route.ActionArgs) => {
  const { leave, ...fields } = Object.fromEntries(await args.request.formData())
  try {
    await (leave === undefined ? auth.signIn(args, 'password', { fields }) : auth.signOut(args))
    return { refused: '' }
  } catch (error) {
    if (error instanceof AuthError) return { refused: error.type }
    throw error
  }
}

const Client = ({ loaderData, actionData }: Route.ComponentProps) => {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <main data-ready={isReady || undefined}>
      <p id="user">{loaderData.name}</p>
      <p id="refused">{actionData?.refused}</p>
      <Form method="post">
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </Form>
      <Form method="post">
        <button id="sign-out" name="leave" value="yes">
          Sign out
        </button>
      </Form>
    </main>
  )
}

export default Client
