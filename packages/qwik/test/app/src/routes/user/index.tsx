import { component$ } from '@builder.io/qwik'
import { useSession } from '../plugin@auth'

export default component$(() => {
  const { name = 'signed out' } = useSession().value?.user ?? {}
  return <p id="user">{name}</p>
})
