/** Commands that `commands.servers.ts` does not run, and the test that stands for them. */
interface Elsewhere {
  readonly commands: RegExp
  /** The test, or what a test runs. */
  readonly file: string
  /** What this file contains. */
  readonly contains: string
  /** Why the command itself does not run, and what runs instead. */
  readonly why: string
}

export const elsewhere: readonly Elsewhere[] = [
  {
    commands: /^docker run /,
    file: 'packages/create-authwright/test/dockerfile.e2e.ts',
    contains: '/^docker run (.*) \\S+$/m',
    why: 'Docker loads its images from the network. The test runs the steps of the Dockerfile, and its command with the port and the variables of this command',
  },
  {
    commands: /^npx wrangler secret put AUTH_/,
    file: 'packages/web/test/workers-example.e2e.ts',
    contains: '/^npx wrangler secret put .*$/gm',
    why: 'Wrangler is installed there. The test runs the command with a server in place of the one of Cloudflare',
  },
  {
    commands: /^npx wrangler dev$/,
    file: 'examples/workers/package.json',
    contains: '"start": "wrangler dev ',
    why: 'Wrangler is installed only there. packages/web/test/workers-example.e2e.ts runs this script',
  },
  {
    commands: /^node packages\/core\/scripts\/options\.ts$/,
    file: 'packages/core/test/docs/options.test.ts',
    contains: "from '../../scripts/options.ts'",
    why: 'it writes a page of the repository. The test compares the page with what the script would write',
  },
  {
    commands: /^node --conditions=authwright-source packages\/core\/scripts\/contracts\.ts$/,
    file: 'packages/core/test/docs/contracts.test.ts',
    contains: "from '../../scripts/contracts.ts'",
    why: 'it writes pages of the repository. The test compares the pages with what the script would write',
  },
  {
    commands: /^AUTHWRIGHT_SCREENSHOTS=docs\/screenshots npx vitest run --project e2e /,
    file: 'packages/core/test/pages/screenshots.e2e.ts',
    contains: "process.env['AUTHWRIGHT_SCREENSHOTS']",
    why: 'it is this test, which e2e runs into a temporary folder, and not over the pictures of the repository',
  },
  {
    commands: /^npm run bench -- /,
    file: 'bench/run.mjs',
    contains: "check: { type: 'boolean'",
    why: 'it measures for minutes, and needs a quiet machine. The unit test beside this table checks its suites and options',
  },
  {
    commands: /^AUTHWRIGHT_WRITE_DOCS=1 npm test -- (?:faults|servers)$/,
    file: 'packages/adapter-sql/test/faults/crash-record.ts',
    contains: "process.env['AUTHWRIGHT_WRITE_DOCS']",
    why: 'it writes pages of the repository. Without the variable, these suites compare the pages with what they measure',
  },
  {
    commands: /^npm ci$/,
    file: 'scripts/ensure-install.mjs',
    contains: "spawnSync('npm', ['ci', ",
    why: '`npm test` runs it in a fresh clone, as CI has one',
  },
  {
    commands: /^npm test$/,
    file: '.ci/run',
    contains: 'command=(npm test)',
    why: 'it runs this test',
  },
  {
    commands: /^npm run docs -- check$/,
    file: 'scripts/test.mjs',
    contains: 'checkDocs',
    why: 'a part of npm test',
  },
]
