// Everything the package gives.
export type {
  Change,
  ChangeBatch,
  ChangeFilters,
  Following,
  Watch,
  Watches,
  WatchWish,
} from './changes.ts';
export type { Fetch, ManifoldOptions, Warned } from './connection.ts';
export type { Scope } from './copy/scope.ts';
export type { Copying, CopyStep, UpToDate } from './copy/steps.ts';
export {
  type CopyTarget,
  type PostgresClient,
  postgresTarget,
  type Row,
  type Run,
  type SqliteDatabase,
  sqliteTarget,
} from './copy/target.ts';
export type {
  Asking,
  At,
  Fields,
  Filters,
  Include,
  Includes,
  Params,
  Query,
  RecordOf,
  Records,
  Resource,
  Resources,
  Started,
} from './data.ts';
export {
  type ClientErrorCode,
  ManifoldError,
  type ManifoldErrorDetail,
  type ManifoldErrorItem,
} from './error.ts';
export {
  type HeadersLike,
  type ManifoldEvent,
  type TestEvent,
  type Verified,
  type VerifyOptions,
  verifyEvent,
} from './events.ts';
export type { Execution, ExecutionFilters, Waiting } from './executions.ts';
export type { Absent, Known, Sought } from './gone.ts';
export type * from './linking.ts';
export { Manifold, type SyncQuery } from './manifold.ts';
export type { Filter, Page, Warning } from './page.ts';
export { type LeftOut, mergeLeftOut } from './partial.ts';
export type * from './records.d.ts';
export type { Patience, Wait } from './retry.ts';
export type { Batch } from './sync.ts';
export type {
  LinkedChannel,
  MagicLink,
  MagicLinkOptions,
  User,
  UserFilters,
} from './users.ts';
export type { StartedWrite, WriteKind, WriteKinds, WriteOptions, Written } from './writes.ts';
