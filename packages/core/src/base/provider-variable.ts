const SUFFIXES = { clientId: 'ID', clientSecret: 'SECRET', issuer: 'ISSUER', apiKey: 'KEY' } as const

/** A provider option that an environment variable can set. */
export type ProviderVariable = keyof typeof SUFFIXES

/** The name of the environment variable for an option of the provider with this id: `AUTH_KEYCLOAK_ISSUER`. */
export const variableName = (id: string, option: ProviderVariable): string =>
  `AUTH_${id.toUpperCase().replaceAll('-', '_')}_${SUFFIXES[option]}`

/** The end of an error message for a missing option: how the developer can set it. */
export const missingOptionHint = (id: string, option: ProviderVariable): string =>
  `set the option ${option} or ${variableName(id, option)}`
