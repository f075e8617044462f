import type { Subject } from '@authwright/testing/frameworks'
import { elysia } from './elysia.ts'
import { plainFetch } from './fetch.ts'
import { h3 } from './h3.ts'
import { hono } from './hono.ts'

/** The servers that the contract runs with in Node. */
export const subjects: readonly Subject[] = [hono, h3, elysia, plainFetch]
