export * from '@authwright/core/providers/foursquare'
export { default } from '@authwright/core/providers/foursquare'
