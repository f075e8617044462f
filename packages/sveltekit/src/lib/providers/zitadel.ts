export * from '@authwright/core/providers/zitadel'
export { default } from '@authwright/core/providers/zitadel'
