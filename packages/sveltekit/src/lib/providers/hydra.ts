export * from '@gatehouse/core/providers/hydra'
export { default } from '@gatehouse/core/providers/hydra'
