export * from '@authwright/core/providers/osso'
export { default } from '@authwright/core/providers/osso'
