// Writes docs/reference/cli.md from the help texts and from the checks of doctor.
// `node --conditions=authwright-source packages/cli/scripts/reference.ts`
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../src/commands.ts'
import { checks } from '../src/doctor/diagnose.ts'
import { commonHelp, describeCommand } from '../src/help.ts'

export const referencePage = join(import.meta.dirname, '../../../docs/reference/cli.md')

const block = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

/** What the help text of a command has no room for. */
const details: Readonly<Record<string, readonly string[]>> = {
  secret: [
    `[Client authentication with a key](../guides/oauth.md#client-authentication-with-a-key) uses what \`--signing\` prints.`,
  ],
  users: [
    `\`export\` prints

- the row of the user, with the columns of your application. It leaves out columns whose name sounds like a secret, such
  as \`passwordHash\`, and names them on the standard error
- the accounts without their tokens, the passkeys without their keys, and the open sessions without their tokens
- \`null\` for what the adapter cannot list, as those that are published for Auth.js

Add what the other tables of your application have about the user.

\`unlink\` and \`delete\` call the same events as the [account page](../guides/account-page.md): an application that revokes
provider tokens in \`unlinkAccount\` revokes them here too. They send no notification. The exit code is 1 if an event
throws, or if the sessions cannot be ended. The command does not search for users, because no adapter has a method for it:
ask the database.`,
  ],
  sessions: [
    `A handle is a short hash that names a session, and cannot be used to sign in. \`--only\` and \`--except\` need sessions in
the database (\`session.strategy: 'database'\`): sessions in cookies have no handles, and end all together. No adapter has
a method that ends the sessions of all users: delete the rows of the table \`sessions\`.`,
  ],
  'migrate-from': [
    `The command changes

- imports, dynamic imports, \`require\`, \`declare module\`, \`vi.mock\` and the like, in JavaScript and TypeScript and in the
  scripts of Svelte, Vue and Astro components
- each config: \`fromAuthJs(…, { until })\` keeps the users signed in
- the names of cookies in strings, for example in tests
- the packages in \`package.json\`, and the versions of \`@simplewebauthn/server\` and \`nodemailer\` if ours need newer ones

It leaves comments, other strings, environment variables, and files that git ignores. [The
guide](../guides/migrating-from-authjs.md) says which packages of Auth.js it renames. [Differences from
Auth.js](differences-from-authjs.md) has the sentences with which it lists what you have to change by hand.`,
  ],
}

const section = async (name: string): Promise<string> => {
  const { command } = (await commands.get(name)?.load()) ?? {}
  if (command === undefined) throw new Error(`${name} is not a command`)
  return [`## ${name}`, block(describeCommand(name, command)), ...(details[name] ?? [])].join('\n\n')
}

const checkRows = checks.map(({ id, level, isForProduction, usesNetwork, why, fix }) => {
  const when = [...(isForProduction === true ? ['production'] : []), ...(usesNetwork === true ? ['online'] : [])].join(
    ', ',
  )
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  return `| \`${id}\` | ${level} | ${when} | ${cell(why)} | ${cell(fix)} |`
})

/** The whole page. */
export const makeReference = async (): Promise<string> => `# Command line

The package \`@authwright/cli\` has one command. Run it without installing it, or add it to the development dependencies and
write \`npx authwright\`:

\`\`\`sh
npx @authwright/cli init
npx @authwright/cli doctor --production
\`\`\`

Results are printed to the standard output, and messages to the standard error. Without a terminal the command asks
nothing: what it would ask ends it with exit code 2 and the name of the option. \`--json\` prints one object with \`ok\`
and \`command\`. Nothing is sent anywhere but to what the configuration names.

A command that lasts longer than a second says on the standard error what it waits for: on a terminal in a line that
changes in place, otherwise in one line. \`--quiet\` leaves it out.

${block(commonHelp())}

## The configuration

\`doctor\`, \`providers\`, \`users\`, \`sessions\`, and \`migrate\` without an address load the module of the configuration, such
as \`src/auth.ts\`. If there is a \`vite.config\`, they load it with the application's own Vite, so that \`$lib\` and aliases
work; else with [jiti](https://github.com/unjs/jiti), with the \`paths\` of \`tsconfig.json\`. Name another module, or an
export of it, with \`--config src/other.ts#config\`.

If the configuration is a function without parameters, the command calls it. It cannot call a function that takes the
request, because it has no request. In this case export an object for the command, and name it with \`--config\`.

If the configuration is in the module of a server, name that: \`--config server.ts\`. The module is run, so the server
listens until the command ends.

Variables are those of the \`.env\` files of the mode, or of the files that \`--env-file\` names, and those of the process,
which have priority.

\`migrate\` and \`cleanup\` with an address need \`@authwright/adapter-sql\`, and \`dev\` needs \`@authwright/testing\`, for
emulated providers also \`@authwright/emulator\`: those that the application has installed.

${(await Promise.all([...commands.keys()].map(section))).join('\n\n')}

## Checks of doctor

\`fail\` is broken, \`warn\` is a risk, \`note\` is worth knowing and does not change the exit code. Checks with
\`production\` are made with \`--production\` or \`NODE_ENV=production\`, those with \`online\` not with \`--offline\`.
\`--only\` and \`--skip\` take ids and the word before the dot. In development, a finding is a \`note\` if it names what
development replaces: clients of providers in \`emulateInDevelopment\`, \`SMTP_URL\` in an application whose script runs
\`authwright dev\`, and migrations that the adapter in the module of the configuration applies itself.

| check | level | when | why | fix |
|---|---|---|---|---|
${checkRows.join('\n')}
`

if (import.meta.main) writeFileSync(referencePage, await makeReference())
