import { component$ } from '@builder.io/qwik'
import { routeLoader$ } from '@builder.io/qwik-city'
import { requireUser } from '../plugin@auth'

export const useAccount = routeLoader$(async (event) => {
  const { user } = await requireUser(event)
  return { name: user.name }
})

export default component$(() => {
  const account = useAccount()
  return <h1>Account of {account.value.name}</h1>
})
