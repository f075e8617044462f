import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

// The file is compiled with the other tests.
test.each(['docs/guides/databases.md', 'packages/adapter-redis/README.md'])(
  '%s shows redis.ts as it compiles',
  (page) => {
    expect(read(`../../../../${page}`)).toContain(`\`\`\`ts\n${read('shown/redis.ts')}\`\`\`\n`)
  },
)
