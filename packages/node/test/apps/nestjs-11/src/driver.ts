import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo'
import { GraphQLModule } from '@nestjs/graphql'

/** GraphQL by Apollo, on Express. */
export const driverModule = GraphQLModule.forRoot<ApolloDriverConfig>({
  driver: ApolloDriver,
  autoSchemaFile: true,
  fieldResolverEnhancers: ['guards'],
  playground: false,
})
