export * from '@authwright/core/jwt'
