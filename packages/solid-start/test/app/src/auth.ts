import { SolidStartAuth } from '@authwright/solid-start'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks/application'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

const { config, configFor, staff } = await makeApplication(options)

export const auth = SolidStartAuth(
  options.hasTenants === true ? ({ headers }) => configFor(headers.get('host') ?? undefined) : config,
)

export const staffAuth = SolidStartAuth(staff)
