import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '../readme/react.tsx'
import type { Rendering } from './pages.ts'

export const render: Rendering = async (session) => ({ body: renderToString(createElement(App, { session })) })
