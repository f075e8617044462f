export * from '@gatehouse/core/providers/foursquare'
export { default } from '@gatehouse/core/providers/foursquare'
