export * from '@authwright/core/providers/mailersend'
export { default } from '@authwright/core/providers/mailersend'
