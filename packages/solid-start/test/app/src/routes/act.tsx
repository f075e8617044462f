import { action } from '@solidjs/router'
import { act } from '../functions'

const submit = action(act, 'act')

export default function Act() {
  return (
    <form method="post" action={submit}>
      <button>Act</button>
    </form>
  )
}
