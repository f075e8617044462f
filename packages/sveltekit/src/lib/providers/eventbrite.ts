export * from '@authwright/core/providers/eventbrite'
export { default } from '@authwright/core/providers/eventbrite'
