import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { middleware } from './auth.server'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })
const authentication = createMiddleware().server((step) => middleware(step))

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, authentication] }))
