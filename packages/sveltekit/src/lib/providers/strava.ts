export * from '@gatehouse/core/providers/strava'
export { default } from '@gatehouse/core/providers/strava'
