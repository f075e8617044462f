import { AuthError } from '@authwright/next'
import { redirect } from 'next/navigation'
import { signIn } from '../../auth'

const enter = async (form: FormData) => {
  'use server'
  try {
    await signIn('password', form)
  } catch (error) {
    if (error instanceof AuthError) redirect(`/enter?refused=${error.type}`)
    throw error
  }
}

export default async function Enter({ searchParams }: { readonly searchParams: Promise<{ refused?: string }> }) {
  const { refused } = await searchParams
  return (
    <form action={enter}>
      <p role="alert">{refused}</p>
      <input name="username" />
      <input name="password" type="password" />
      <input type="hidden" name="redirectTo" value="/api/me" />
      <button>Sign in</button>
    </form>
  )
}
