export * from '@gatehouse/core/providers/ory-hydra'
export { default } from '@gatehouse/core/providers/ory-hydra'
