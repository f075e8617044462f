// The script of the page `/client` of the framework contract, for applications without a framework in the browser.
import { createClient, createSessionStore } from '@authwright/client'

const client = createClient()
const store = createSessionStore(client)

const find = (selector: string): Element => {
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}

const show = (): void => {
  const { status, data } = store.get()
  if (status !== 'loading') find('#user').textContent = data?.user?.name ?? 'signed out'
}

const valueOf = (name: string): string => {
  const field = find(`[name=${name}]`)
  return field instanceof HTMLInputElement ? field.value : ''
}

const signIn = async (): Promise<void> => {
  const [username, password] = [valueOf('username'), valueOf('password')]
  const result = await client.signIn('password', { username, password, redirect: false })
  find('#refused').textContent = result?.error ?? ''
}

store.subscribe(show)
find('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void signIn()
})
find('#rename').addEventListener('click', () => void store.update({ name: 'Ada King' }))
find('#sign-out').addEventListener('click', () => void client.signOut({ redirect: false }))
document.body.setAttribute('data-ready', '')
