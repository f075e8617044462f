import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'

const env = { dir: process.env['TEST_ENV_DIR'] ?? '.' }

export default { plugins: [sveltekit({ adapter: adapter(), paths: { base: '/shop' }, env })] }
