import { actedPath } from '@authwright/testing/frameworks/application'
import { redirect } from 'next/navigation'
import { auth } from '../../auth'

const act = async () => {
  'use server'
  redirect(await actedPath(() => auth()))
}

export default function Act() {
  return (
    <form action={act}>
      <button>Act</button>
    </form>
  )
}
