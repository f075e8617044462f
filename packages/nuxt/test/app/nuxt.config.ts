import { defineNuxtConfig } from 'nuxt/config'

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  modules: ['@authwright/nuxt'],
  telemetry: false,
  devtools: { enabled: false },
  routeRules: {
    '/static': { prerender: true },
    '/cached': { swr: 60 },
  },
})
