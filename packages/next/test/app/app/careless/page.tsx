import { signIn } from '../../auth'

/** An action that does not catch the error of a failed sign-in. */
const enter = async (form: FormData) => {
  'use server'
  await signIn('password', form)
}

export default function Careless() {
  return (
    <form action={enter}>
      <input name="username" />
      <input name="password" type="password" />
      <input type="hidden" name="redirectTo" value="/api/me" />
      <button>Sign in</button>
    </form>
  )
}
