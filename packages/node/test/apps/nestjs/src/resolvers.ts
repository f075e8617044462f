import { AuthGuard, CurrentSession, OptionalAuth, type Session } from '@authwright/node/nestjs'
import { Module, UseGuards, type DynamicModule } from '@nestjs/common'
import { Args, Field, InputType, Mutation, ObjectType, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql'
import { driverModule } from './driver.ts'

const isAdmin = ({ user }: { readonly user: object }): boolean => Reflect.get(user, 'role') === 'admin'

@ObjectType()
class Account {
  @Field(() => String)
  name!: string
}

/** What a client would send to stand for the request. */
@InputType()
class Forged {
  @Field(() => String)
  req!: string
}

/** A resolver with a guard, as applications write it. */
@Resolver(() => Account)
class AccountResolver {
  @Query(() => String)
  open(@CurrentSession() session: Session | null) {
    return session?.user?.name ?? 'signed out'
  }

  @Query(() => Account)
  @UseGuards(AuthGuard)
  account(@CurrentSession() session: Session) {
    return { name: session.user?.name }
  }

  @Query(() => String)
  @UseGuards(AuthGuard)
  guarded(@Args('req', { type: () => Forged, nullable: true }) _forged: unknown) {
    return 'guarded'
  }

  @Query(() => String)
  @OptionalAuth()
  @UseGuards(AuthGuard)
  optional() {
    return 'optional'
  }

  @Mutation(() => String)
  @UseGuards(AuthGuard.for(isAdmin))
  remove() {
    return 'removed'
  }

  @ResolveField(() => String)
  @UseGuards(AuthGuard.for(isAdmin))
  secret(@Parent() { name }: Account) {
    return `the secret of ${name}`
  }
}

class GraphqlModule {}
Module({})(GraphqlModule)

export const graphql: DynamicModule = {
  module: GraphqlModule,
  imports: [driverModule],
  providers: [AccountResolver],
}
