export * from '@gatehouse/core/providers/notion'
export { default } from '@gatehouse/core/providers/notion'
