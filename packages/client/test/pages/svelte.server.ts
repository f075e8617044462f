import { render as renderComponent } from 'svelte/server'
import User from '../readme/User.svelte'
import type { Rendering } from './pages.ts'

export const render: Rendering = async (session) => renderComponent(User, { props: { session } })
