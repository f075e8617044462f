import { serveContract } from '@authwright/test-kit/installed-application'
import type { ApplicationOptions, RunningApplication, Subject } from '@authwright/testing/frameworks'
import { nestSubject } from './nestjs.ts'

type Variables = Readonly<Record<string, string>>

/** Serves the application of a version of Nest that is installed and compiled in a folder. */
export const installedNest = async (
  application: string,
  options: ApplicationOptions,
  variables: Variables,
): Promise<RunningApplication> => {
  const running = await serveContract(application, options, () => ['dist/main.js'], variables)
  return { ...running, isHttp2: options.isHttp2 ?? false }
}

/** NestJS 11 on its two servers. `findApplication` is called when a check starts the application. */
export const nest11 = (findApplication: () => string): readonly Subject[] =>
  (['express', 'fastify'] as const).map((platform) =>
    nestSubject(`NestJS 11 on ${platform === 'express' ? 'Express' : 'Fastify'}`, platform, (options) =>
      installedNest(findApplication(), options, { CONTRACT_PLATFORM: platform }),
    ),
  )
