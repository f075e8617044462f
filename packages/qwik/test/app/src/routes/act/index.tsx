import { redirectDocument } from '@authwright/qwik'
import { actedPath } from '@authwright/testing/frameworks/application'
import { component$ } from '@builder.io/qwik'
import { Form, routeAction$ } from '@builder.io/qwik-city'
import { auth } from '../plugin@auth'

export const useAct = routeAction$(async (_fields, event) =>
  redirectDocument(event, await actedPath(() => auth(event))),
)

export default component$(() => {
  const act = useAct()
  return (
    <Form action={act}>
      <button>Act</button>
    </Form>
  )
})
