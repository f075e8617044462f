import { html, type Markup } from '../local-server/markup.ts'
import { page } from '../local-server/render-page.ts'
import { picturePath, type ProviderUser } from './provider-users.ts'

const choice = (user: ProviderUser): Markup =>
  html`<button name="person" value="${user.id}">
    <img src="${picturePath(user)}" alt="" width="40" height="40" />
    <span><strong>${user.name}</strong>${user.email}${user.emailVerified === false ? ' (not verified)' : ''}</span>
  </button>`

/** Sign-in and consent on one page: choosing a user is both. */
export const chooserPage = (site: string, users: readonly ProviderUser[]): Markup =>
  page(
    `Sign in to ${site}`,
    html`<main class="card">
      <h1>Sign in to ${site}</h1>
      <p class="soft">
        A local identity provider for development. Choosing a user shares the name, email address and picture with
        ${site}.
      </p>
      <form method="post">
        ${users.map(choice)}
        <button class="deny" name="deny" value="yes">Deny</button>
      </form>
    </main>`,
  )

/** The error page. `code` is the protocol's error code. */
export const errorPage = (code: string, description: string | undefined): Markup =>
  page(
    'Sign-in stopped',
    html`<main class="card">
      <h1>Sign-in stopped</h1>
      <p>${description ?? 'The request is not valid.'}</p>
      <p class="soft">Code: ${code}</p>
    </main>`,
  )

/** The start page, which describes this server. */
export const homePage = (issuer: string, users: readonly ProviderUser[]): Markup =>
  page(
    'Identity provider',
    html`<main class="card">
      <h1>Local identity provider</h1>
      <p class="soft">Issuer ${issuer}. It serves tests and demos on this machine and has ${users.length} users:</p>
      <ul>
        ${users.map((user) => html`<li>${user.name}, ${user.email}</li>`)}
      </ul>
    </main>`,
  )
