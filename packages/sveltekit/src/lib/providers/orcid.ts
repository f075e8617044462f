export * from '@gatehouse/core/providers/orcid'
export { default } from '@gatehouse/core/providers/orcid'
