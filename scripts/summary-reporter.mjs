// A reporter for vitest that writes what scripts/test.mjs adds up: like its json reporter, with the reason of each skip.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './tools.mjs'

/** A table of differences can have hundreds of lines; vitest has printed all of them. */
const mostLines = 30

const describe = ({ message = 'no message', diff = '', stacks = [], cause }) => {
  const because = cause === undefined ? '' : `because of: ${cause.message ?? cause}`
  const lines = stripVTControlCharacters([message, because, diff].join('\n')).split('\n')
  const shown = lines.filter((line) => line.trim() !== '')
  const places = stacks.map(({ file, line }) => `at ${relative(root, file)}:${line}`)
  return [...shown.slice(0, mostLines), ...(shown.length > mostLines ? ['…'] : []), ...places]
}

// vitest takes a reporter by its default export.
export default class TallyReporter {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ test, module })))
    const within = (state) => tests.filter(({ test }) => test.result().state === state)
    // A file that does not load, or a hook that throws, has no test to fail in its stead.
    const broken = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((part) =>
        part.errors().map((error) => ({ name: relative(root, module.moduleId), lines: describe(error) })),
      ),
    )
    const tally = {
      passed: within('passed').length,
      failed: [
        ...within('failed').map(({ test, module }) => ({
          name: `${relative(root, module.moduleId)} > ${test.fullName}`,
          lines: test.result().errors.flatMap(describe),
        })),
        ...broken,
        ...unhandled.map((error) => ({ name: 'outside of any test', lines: describe(error) })),
      ],
      skipped: [...within('skipped'), ...within('pending')].map(({ test, module }) => ({
        name: `${relative(root, module.moduleId)} > ${test.fullName}`,
        reason: test.result().note ?? (test.options.mode === 'todo' ? 'to do' : 'no reason given'),
      })),
    }
    writeFileSync(process.env['AUTHWRIGHT_TALLY'] ?? '', JSON.stringify(tally))
  }
}
