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

const signIn = async (form: HTMLFormElement): Promise<void> => {
  const fields = new FormData(form)
  const [username, password] = [fields.get('username')?.toString(), fields.get('password')?.toString()]
  const result = await client.signIn('password', { username, password, redirect: false })
  find('#refused').textContent = result?.error ?? ''
}

store.subscribe(show)
find('form').addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) void signIn(event.target)
})
find('#sign-out').addEventListener('click', () => void client.signOut({ redirect: false }))
document.body.setAttribute('data-ready', '')
