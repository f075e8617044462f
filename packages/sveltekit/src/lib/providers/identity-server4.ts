export * from '@authwright/core/providers/identity-server4'
export { default } from '@authwright/core/providers/identity-server4'
