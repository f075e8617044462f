const ENDS = { clientId: 'ID', clientSecret: 'SECRET', issuer: 'ISSUER', apiKey: 'KEY' } as const

/** An option of a provider that the environment may set. */
export type ProviderVariable = keyof typeof ENDS

/** The variable that sets an option of a provider, by the id of its entry: `AUTH_KEYCLOAK_ISSUER`. */
export const variableName = (id: string, option: ProviderVariable): string =>
  `AUTH_${id.toUpperCase().replaceAll('-', '_')}_${ENDS[option]}`

/** What an owner can do about an option that is missing, to end the message of an error. */
export const missingOptionHint = (id: string, option: ProviderVariable): string =>
  `set the option ${option} or ${variableName(id, option)}`
