import { createApp } from 'vue'
import { createSession } from '@authwright/client/vue'
import User from '../readme/User.vue'
import { makeApp } from '../readme/vue.ts'
import { openPage } from './open-page.ts'

const { root, session } = openPage()
if (session === undefined) createApp(User).use(createSession()).mount(root)
else makeApp(session).mount(root)
