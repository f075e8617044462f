export * from '@authwright/core/providers/hydra'
export { default } from '@authwright/core/providers/hydra'
