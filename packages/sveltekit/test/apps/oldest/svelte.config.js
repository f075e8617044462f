import adapter from '@sveltejs/adapter-node'

export default {
  kit: { adapter: adapter(), paths: { base: '/shop' }, env: { dir: process.env['TEST_ENV_DIR'] ?? '.' } },
}
