/** The id of a field on the sign-in page: of which provider, and of its fields the how manieth. */
export const fieldId = (provider: number, field = 0): string => `field-${provider}-${field}`
