import { AstroAuth } from '@authwright/astro/server'
import { SECURITY_HEADERS } from '@authwright/testing/frameworks'
import { defineMiddleware, sequence } from 'astro:middleware'
import { options, staff } from './contract.ts'

const securityHeaders = defineMiddleware(async (_, next) => {
  const response = await next()
  if (options.setsSecurityHeaders)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
})

export const onRequest = options.hasStaff ? sequence(AstroAuth(staff).onRequest, securityHeaders) : securityHeaders
