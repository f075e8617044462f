import { component$ } from '@builder.io/qwik'
import { routeLoader$ } from '@builder.io/qwik-city'
import { requireUser } from '../plugin@auth'

export const useMembers = routeLoader$(async (event) => {
  const { user } = await requireUser(event)
  return { title: 'Members only', name: user.name }
})

export default component$(() => {
  const members = useMembers()
  return <h1>{members.value.title}</h1>
})
