import { signOut } from '../../auth'

const leave = async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}

export default function Leave() {
  return (
    <form action={leave}>
      <button>Sign out</button>
    </form>
  )
}
