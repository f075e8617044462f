export * from '@gatehouse/core/providers/eventbrite'
export { default } from '@gatehouse/core/providers/eventbrite'
