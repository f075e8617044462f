export * from '@authwright/core/providers/strava'
export { default } from '@authwright/core/providers/strava'
