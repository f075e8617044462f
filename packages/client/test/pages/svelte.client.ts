import { hydrate, mount } from 'svelte'
import User from '../readme/User.svelte'
import { openPage } from './open-page.ts'

const { root, session } = openPage()
const start = session === undefined ? mount : hydrate
start(User, { target: root, props: { session } })
