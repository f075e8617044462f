import { component$ } from '@builder.io/qwik'
import { useSession } from '../plugin@auth'

export default component$(() => {
  const session = useSession()
  return <p>{session.value?.user?.name ?? 'signed out'}</p>
})
