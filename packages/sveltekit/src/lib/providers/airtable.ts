export * from '@gatehouse/core/providers/airtable'
export { default } from '@gatehouse/core/providers/airtable'
