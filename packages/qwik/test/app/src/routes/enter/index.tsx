import { AuthError, redirectDocument } from '@authwright/qwik'
import { component$ } from '@builder.io/qwik'
import { Form, routeAction$, useLocation } from '@builder.io/qwik-city'
import { signIn } from '../plugin@auth'

export const useEnter = routeAction$(async (fields, event) => {
  let address: string
  try {
    address = await signIn(event, 'password', { fields: fields as Record<string, string>, redirectTo: '/api/me' })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    address = `/enter?refused=${error.type}`
  }
  return redirectDocument(event, address)
})

export default component$(() => {
  const enter = useEnter()
  const { url } = useLocation()
  return (
    <Form action={enter}>
      <p>{url.searchParams.get('refused')}</p>
      <input name="username" />
      <input name="password" type="password" />
      <button>Enter</button>
    </Form>
  )
})
