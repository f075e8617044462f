export * from '@authwright/core/providers/ory-hydra'
export { default } from '@authwright/core/providers/ory-hydra'
