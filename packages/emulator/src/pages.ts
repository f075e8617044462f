import { html, type Markup, page } from '@authwright/testing/local-server'
import { people, type Person } from './person.ts'

const describeEmail = ({ email, emailVerified }: Person): string =>
  email === undefined ? 'shares no address' : `${email}${emailVerified ? '' : ' (not verified)'}`

const choice = (person: Person): Markup =>
  html`<button name="person" value="${person.id}">
    <span><strong>${person.name}</strong>${describeEmail(person)}</span>
  </button>`

/** A provider's sign-in and consent on one page. */
export const authorizationPage = (provider: string, application: string): Markup =>
  page(
    `Sign in with ${provider}`,
    html`<main class="card">
      <h1>${provider}</h1>
      <p class="soft">Emulated on this machine. Choose a user to sign in to ${application}.</p>
      <form method="post">
        ${people.map(choice)}
        <button class="deny" name="deny" value="yes">Deny</button>
      </form>
    </main>`,
  )

/** The error page of a provider that rejects a request. */
export const errorPage = (provider: string, code: string, description: string): Markup =>
  page(
    `${provider} rejects the request`,
    html`<main class="card">
      <h1>${provider} rejects the request</h1>
      <p>${description}</p>
      <p class="soft">Code: ${code}</p>
    </main>`,
  )

/** A response by POST (OAuth 2.0 Form Post Response Mode). The page has no script, so a button sends it. */
export const formPostPage = (action: string, response: URLSearchParams): Markup =>
  page(
    'Back to the application',
    html`<main class="card">
      <h1>Back to the application</h1>
      <form method="post" action="${action}">
        ${[...response].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Continue</button>
      </form>
    </main>`,
  )

/** The list of emulated providers. */
export const homePage = (ids: readonly string[]): Markup =>
  page(
    'Emulated providers',
    html`<main class="card">
      <h1>Emulated providers</h1>
      <p class="soft">${ids.length} providers are emulated for applications on this machine:</p>
      <p>${ids.join(', ')}</p>
    </main>`,
  )
