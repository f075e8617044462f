import { createComponent, generateHydrationScript, renderToString } from 'solid-js/web'
import { App } from '../readme/solid.tsx'
import type { Rendering } from './pages.ts'

export const render: Rendering = async (session) => ({
  head: generateHydrationScript(),
  body: renderToString(() => createComponent(App, { session })),
})
