import { action } from '@solidjs/router'
import { leave } from '../functions'

const submit = action(leave, 'leave')

export default function Leave() {
  return (
    <form method="post" action={submit}>
      <button>Leave</button>
    </form>
  )
}
