export * from '@gatehouse/core/providers/digitalocean'
export { default } from '@gatehouse/core/providers/digitalocean'
