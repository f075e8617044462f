import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ precompress: false }),
      // Apple answers by a form from its own origin, which SvelteKit turns away unless it is named. Here that is the emulator's
      // usual address; a site of yours would name 'https://appleid.apple.com'.
      csrf: { trustedOrigins: ['http://127.0.0.1:5183'] },
      csp: {
        directives: {
          'default-src': ['self'],
          // SvelteKit hides what it announces to screen readers by a style attribute.
          'style-src-attr': ['unsafe-inline'],
          'img-src': ['self', 'data:'],
          'object-src': ['none'],
          'base-uri': ['none'],
          'frame-ancestors': ['none'],
        },
      },
    }),
  ],
})
