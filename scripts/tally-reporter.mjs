// A reporter for vitest that writes what scripts/test.mjs adds up: like its json reporter, and the reason of each skip.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './tools.mjs'

// vitest takes a reporter by its default export.
export default class TallyReporter {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ test, module })))
    const within = (state) => tests.filter(({ test }) => test.result().state === state)
    // A file that does not load, or a hook that throws, has no test to fail in its stead.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .flatMap((part) => part.errors())
    const tally = {
      passed: within('passed').length,
      failed: within('failed').length + broken.length + unhandled.length,
      skipped: [...within('skipped'), ...within('pending')].map(({ test, module }) => ({
        name: `${relative(root, module.moduleId)} > ${test.fullName}`,
        reason: test.result().note ?? (test.options.mode === 'todo' ? 'to do' : 'no reason given'),
      })),
    }
    writeFileSync(process.env['GATEHOUSE_TALLY'] ?? '', JSON.stringify(tally))
  }
}
