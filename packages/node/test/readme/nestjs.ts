import GitHub from '@authwright/core/providers/github'
import { AuthGuard, AuthModule, CurrentSession, type Session } from '@authwright/node/nestjs'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

@Controller()
class AppController {
  @Get()
  home(@CurrentSession() session: Session | null) {
    return session?.user?.name ?? 'Signed out'
  }

  @Get('account')
  @UseGuards(AuthGuard)
  account() {
    return 'Only for signed-in users'
  }
}

@Module({ imports: [AuthModule.forRoot({ providers: [GitHub] })], controllers: [AppController] })
class AppModule {}

const app = await NestFactory.create(AppModule)
await app.listen(process.env.PORT ?? 3000)
export const server = app.getHttpServer()
