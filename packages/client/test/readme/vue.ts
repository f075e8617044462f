import { createSession, type Session } from '@authwright/client/vue'
import { createSSRApp } from 'vue'
import User from './User.vue'

// With server rendering. An application without it calls createApp(User).use(createSession()).
export const makeApp = (session?: Session | null) => createSSRApp(User).use(createSession({ session }))
