export * from '@authwright/core/providers/zoho'
export { default } from '@authwright/core/providers/zoho'
