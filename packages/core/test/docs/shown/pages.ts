import type { AuthConfig } from '@authwright/core'
import { html } from '@authwright/core/pages'
import GitHub from '@authwright/core/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  i18n: {
    messages: {
      en: { signin: { title: 'Welcome back' } },
      de: { signin: { title: 'Willkommen' } },
    },
  },
  pages: {
    components: {
      footer: ({ links, languages }) =>
        html`${languages}${links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}<span>© Acme</span>`,
    },
  },
}
