export * from '@authwright/core/providers/calendly'
export { default } from '@authwright/core/providers/calendly'
