import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  i18n: {
    // The languages to offer. The first one is for browsers that prefer none of them.
    locales: ['de', 'en', 'sv'],
    messages: {
      // Replaces two messages. A message with a placeholder is a function.
      de: { signin: { title: 'Willkommen', withProvider: (name: string) => `Weiter mit ${name}` } },
      // Adds a language. Missing messages come from the closest built-in language, or else from English.
      sv: { signin: { title: 'Logga in' } },
    },
  },
  // The application's own cookie. Its value is a language tag.
  cookies: { locale: { name: 'LOCALE' } },
}
