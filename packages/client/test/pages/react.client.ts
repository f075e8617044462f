import { createElement, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '../readme/react.tsx'
import { openPage } from './open-page.ts'

const { root, session } = openPage()
const app = createElement(StrictMode, null, createElement(App, { session }))
if (session === undefined) createRoot(root).render(app)
else hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) })
