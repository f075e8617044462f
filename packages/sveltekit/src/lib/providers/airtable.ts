export * from '@authwright/core/providers/airtable'
export { default } from '@authwright/core/providers/airtable'
