// The part of the Admin schema about subscriptions to changes.

export const webhooksSdl = /* GraphQL */ `
type Mutation {
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
}

type WebhookSubscription implements Node {
  createdAt: DateTime!
  format: WebhookSubscriptionFormat!
  id: ID!
  includeFields: [String!]!
  legacyResourceId: UnsignedInt64!
  topic: WebhookSubscriptionTopic!
  updatedAt: DateTime!
  uri: String!
}

type WebhookSubscriptionConnection {
  nodes: [WebhookSubscription!]!
  pageInfo: PageInfo!
}

type WebhookSubscriptionCreatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

type WebhookSubscriptionDeletePayload {
  deletedWebhookSubscriptionId: ID
  userErrors: [UserError!]!
}

type WebhookSubscriptionUpdatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

type UserError {
  field: [String!]
  message: String!
}

enum WebhookSubscriptionFormat { JSON XML }

input WebhookSubscriptionInput {
  filter: String
  format: WebhookSubscriptionFormat
  includeFields: [String!]
  uri: String
}

# Of the vendor's topics, those about orders, products and what belongs to them.
enum WebhookSubscriptionTopic {
  FULFILLMENTS_CREATE
  FULFILLMENTS_UPDATE
  INVENTORY_LEVELS_UPDATE
  ORDERS_CANCELLED
  ORDERS_CREATE
  ORDERS_DELETE
  ORDERS_EDITED
  ORDERS_FULFILLED
  ORDERS_PAID
  ORDERS_PARTIALLY_FULFILLED
  ORDERS_UPDATED
  PRODUCTS_CREATE
  PRODUCTS_DELETE
  PRODUCTS_UPDATE
  REFUNDS_CREATE
}
`;
