import { defineAuth } from '@authwright/nuxt/server'
import { application, options } from './contract'

export default defineAuth(async ({ headers }) => {
  const { config, configFor } = await application
  return options.hasTenants ? configFor(headers.host) : config
})
