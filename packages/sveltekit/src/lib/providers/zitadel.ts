export * from '@gatehouse/core/providers/zitadel'
export { default } from '@gatehouse/core/providers/zitadel'
