export * from '@gatehouse/core/providers/osso'
export { default } from '@gatehouse/core/providers/osso'
