import { auth } from '../../auth'

// A response of `fetch`, whose headers cannot be changed: that of another route, for a signed-out user.
export const GET = auth((request) => fetch(new URL('/own-cookie', `http://${request.headers.get('host')}`)))
