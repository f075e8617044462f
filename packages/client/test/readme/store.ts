import { createClient, createSessionStore } from '@authwright/client'

export const store = createSessionStore(createClient())

export const showUser = (element: HTMLElement) =>
  store.subscribe(() => {
    const { status, data } = store.get()
    element.textContent = status === 'authenticated' ? (data.user?.name ?? '') : 'Signed out'
  })
