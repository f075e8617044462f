import { GraphQLModule } from '@nestjs/graphql'
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius'

/** GraphQL by Mercurius, on Fastify. */
export const driverModule = GraphQLModule.forRoot<MercuriusDriverConfig>({
  driver: MercuriusDriver,
  autoSchemaFile: true,
  fieldResolverEnhancers: ['guards'],
})
