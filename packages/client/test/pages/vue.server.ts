import { renderToString } from 'vue/server-renderer'
import { makeApp } from '../readme/vue.ts'
import type { Rendering } from './pages.ts'

export const render: Rendering = async (session) => ({ body: await renderToString(makeApp(session)) })
