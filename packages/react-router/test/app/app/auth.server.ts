import { ReactRouterAuth } from '@authwright/react-router'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

const { config, configFor, staff } = await makeApplication(options)

export const auth = ReactRouterAuth(
  options.hasTenants === true ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
)

export const staffAuth = ReactRouterAuth(staff)
