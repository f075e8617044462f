export * from '@gatehouse/core/providers/slack'
export { default } from '@gatehouse/core/providers/slack'
