// A dialect whose driver does a little more than its own.
import type { Dialect, Driver } from 'kysely';

export const withDriver = (dialect: Dialect, change: (driver: Driver) => void): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createDriver() {
    const driver = dialect.createDriver();
    change(driver);
    return driver;
  },
});
