import { createComponent, hydrate, render } from 'solid-js/web'
import { App } from '../readme/solid.tsx'
import { openPage } from './open-page.ts'

const { root, session } = openPage()
const start = session === undefined ? render : hydrate
start(() => createComponent(App, { session }), root)
