import { html, type Markup } from '@authwright/testing/local-server'
import { page } from '@authwright/testing/local-server'
import { people } from './person.ts'
import type { Person } from './person.ts'

const says = ({ email, emailVerified }: Person): string =>
  email === undefined ? 'shares no address' : `${email}${emailVerified ? '' : ' (not verified)'}`

const choice = (person: Person): Markup =>
  html`<button name="person" value="${person.id}">
    <span><strong>${person.name}</strong>${says(person)}</span>
  </button>`

/** A provider's sign-in and consent in one. */
export const authorizationPage = (provider: string, site: string): Markup =>
  page(
    `Sign in with ${provider}`,
    html`<main class="card">
      <h1>${provider}</h1>
      <p class="soft">Emulated on this machine. Whom do you want to be at ${site}?</p>
      <form method="post">
        ${people.map(choice)}
        <button class="deny" name="deny" value="yes">Deny</button>
      </form>
    </main>`,
  )

/** The provider would turn this request down. */
export const refusalPage = (provider: string, code: string, description: string): Markup =>
  page(
    `${provider} refuses`,
    html`<main class="card">
      <h1>${provider} refuses</h1>
      <p>${description}</p>
      <p class="soft">Code: ${code}</p>
    </main>`,
  )

/** An answer by POST (OAuth 2.0 Form Post Response Mode); without a script one button sends it. */
export const formPostPage = (action: string, answer: URLSearchParams): Markup =>
  page(
    'Back to the application',
    html`<main class="card">
      <h1>Back to the application</h1>
      <form method="post" action="${action}">
        ${[...answer].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Continue</button>
      </form>
    </main>`,
  )

/** What is played here. */
export const homePage = (ids: readonly string[]): Markup =>
  page(
    'Emulated providers',
    html`<main class="card">
      <h1>Emulated providers</h1>
      <p class="soft">${ids.length} providers are played here, for applications on this machine:</p>
      <p>${ids.join(', ')}</p>
    </main>`,
  )
