import { html, type Markup } from '../local-server/markup.ts'
import type { ProviderUser } from './provider-users.ts'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1).toUpperCase())
    .slice(0, 2)
    .join('')

const hue = (text: string): number => text.split('').reduce((sum, unit) => (sum * 31 + unit.charCodeAt(0)) % 360, 7)

/** A disc with the user's initials. */
export const picture = (user: ProviderUser): Markup =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="${user.name}">
    <rect width="96" height="96" fill="hsl(${hue(user.id)} 45% 40%)" />
    <text x="48" y="60" text-anchor="middle" font-family="system-ui, sans-serif" font-size="36" fill="#fff">
      ${initials(user.name)}
    </text>
  </svg>`
