import { TanStackAuth } from '@authwright/tanstack-start'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

const { config, configFor, staff } = await makeApplication(options)

export const auth = TanStackAuth(
  options.hasTenants === true ? ({ headers }) => configFor(headers.get('host') ?? undefined) : config,
)

export const staffAuth = TanStackAuth(staff)
