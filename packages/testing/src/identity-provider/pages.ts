import { html, type Markup } from '../local-server/markup.ts'
import { page } from '../local-server/page.ts'
import { picturePath, type Person } from './people.ts'

const choice = (person: Person): Markup =>
  html`<button name="person" value="${person.id}">
    <img src="${picturePath(person)}" alt="" width="40" height="40" />
    <span
      ><strong>${person.name}</strong>${person.email}${person.emailVerified === false ? ' (not verified)' : ''}</span
    >
  </button>`

/** Sign-in and consent in one: choosing a person is both. */
export const chooserPage = (site: string, people: readonly Person[]): Markup =>
  page(
    `Sign in to ${site}`,
    html`<main class="card">
      <h1>Sign in to ${site}</h1>
      <p class="soft">
        A local identity provider for development. Choosing a person shares their name, e-mail address and picture with
        ${site}.
      </p>
      <form method="post">
        ${people.map(choice)}
        <button class="deny" name="deny" value="yes">Deny</button>
      </form>
    </main>`,
  )

/** Something stopped; `code` is the protocol's error code. */
export const errorPage = (code: string, description: string | undefined): Markup =>
  page(
    'Sign-in stopped',
    html`<main class="card">
      <h1>Sign-in stopped</h1>
      <p>${description ?? 'The request cannot be answered.'}</p>
      <p class="soft">Code: ${code}</p>
    </main>`,
  )

/** What this server is, for whoever opens its address. */
export const homePage = (issuer: string, people: readonly Person[]): Markup =>
  page(
    'Identity provider',
    html`<main class="card">
      <h1>Local identity provider</h1>
      <p class="soft">
        Issuer ${issuer}. It serves tests and demos on this machine, and knows ${people.length} people:
      </p>
      <ul>
        ${people.map((person) => html`<li>${person.name}, ${person.email}</li>`)}
      </ul>
    </main>`,
  )
