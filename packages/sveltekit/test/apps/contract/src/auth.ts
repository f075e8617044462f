import { SvelteKitAuth } from '@authwright/sveltekit'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks/application'

export const options = JSON.parse(process.env['CONTRACT_OPTIONS'] ?? '{}') as ApplicationOptions

const { config, configFor, staff: staffConfig } = await makeApplication(options)

export const { handle, signIn, signOut } = SvelteKitAuth(
  options.hasTenants ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
)

export const staff = SvelteKitAuth(staffConfig)
