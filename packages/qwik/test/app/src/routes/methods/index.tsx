import { component$ } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import { useSignIn } from '../plugin@auth'

export default component$(() => {
  const signIn = useSignIn()
  return (
    <>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="idp" />
        <button>Provider</button>
      </Form>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="password" />
        <input name="options.username" />
        <input name="options.password" type="password" />
        <button>Password</button>
      </Form>
    </>
  )
})
