import { action, useSearchParams } from '@solidjs/router'
import { enter } from '../functions'

const submit = action(enter, 'enter')

export default function Enter() {
  const [search] = useSearchParams()
  return (
    <form method="post" action={submit}>
      <p>{search.refused}</p>
      <input name="username" />
      <input name="password" type="password" />
      <button>Enter</button>
    </form>
  )
}
