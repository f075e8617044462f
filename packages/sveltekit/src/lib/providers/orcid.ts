export * from '@authwright/core/providers/orcid'
export { default } from '@authwright/core/providers/orcid'
