export * from '@authwright/core/providers/digitalocean'
export { default } from '@authwright/core/providers/digitalocean'
