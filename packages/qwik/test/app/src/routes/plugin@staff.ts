import { routeAuth$ } from '@authwright/qwik'
import { application } from '../contract'

export const { onRequest } = routeAuth$(() => application.staff)
