import { AuthGuard, AuthModule, CurrentSession, type Session } from '@authwright/node/nestjs'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { authConfig } from './auth.config.ts'

@Controller()
class AppController {
  @Get()
  home(@CurrentSession() session: Session | null) {
    return { user: session?.user ?? null }
  }

  @Get('account')
  @UseGuards(AuthGuard)
  account() {
    return 'Only for signed-in users'
  }
}

@Module({ imports: [AuthModule.forRoot(authConfig)], controllers: [AppController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
const port = process.env.PORT ?? 3000
await app.listen(port)
console.log(`http://localhost:${port}`)
