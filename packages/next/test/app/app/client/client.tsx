'use client'

import { signIn, signOut, useSession } from '@authwright/next/react'
import { useEffect, useState, type FormEvent } from 'react'

export const Client = () => {
  const { data, update } = useSession()
  const [refused, setRefused] = useState('')
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { username: String(form.get('username')), password: String(form.get('password')) }
    const result = await signIn('password', { ...fields, redirect: false })
    setRefused(result?.error ?? '')
  }

  return (
    <main data-ready={isReady || undefined}>
      <p id="user">{data?.user?.name ?? 'signed out'}</p>
      <p id="refused">{refused}</p>
      <form onSubmit={enter}>
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
      <button id="rename" onClick={() => void update({ name: 'Ada King' })}>
        Rename
      </button>
      <button id="sign-out" onClick={() => void signOut({ redirect: false })}>
        Sign out
      </button>
    </main>
  )
}
