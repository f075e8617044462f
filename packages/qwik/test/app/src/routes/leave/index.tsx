import { component$ } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import { useSignOut } from '../plugin@auth'

export default component$(() => {
  const leave = useSignOut()
  return (
    <Form action={leave}>
      <input type="hidden" name="redirectTo" value="/user" />
      <button>Leave</button>
    </Form>
  )
})
