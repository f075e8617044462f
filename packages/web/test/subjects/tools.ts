import { applicationRoutes, type ApplicationRoute } from '@authwright/testing/frameworks'

/** A response of `fetch`, whose headers cannot be changed: that of another route, for a signed-out user. */
export const fetched = (url: string): Promise<Response> => fetch(new URL('/own-cookie', url))

/** The routes of the test application, by method and path. */
export const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
