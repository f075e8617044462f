import { SolidStartAuth } from '@authwright/solid-start'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks/application'

declare module '@authwright/solid-start' {
  interface Session {
    /** How many sessions the callback has made before this one. */
    read?: number
  }
}

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

const { config, configFor, staff } = await makeApplication(options)

export const auth = SolidStartAuth(
  options.hasTenants === true ? ({ headers }) => configFor(headers.get('host') ?? undefined) : config,
)

export const staffAuth = SolidStartAuth(staff)
