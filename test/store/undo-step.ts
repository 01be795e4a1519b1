// Takes the step 0011 back: the database as the version before left it.
import type { DatabaseSync } from 'node:sqlite';

export function undoMachines(db: DatabaseSync): void {
  db.exec('pragma foreign_keys = off');
  const step = new Set(['user_key', 'key_in_use', 'instance', 'act']);
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all();
  for (const { name } of tables) if (step.has(String(name))) db.exec(`drop table ${name}`);
  const added = { execution: ['user_id'], job: ['user_id', 'callback'], access_token: ['used_at'] };
  for (const [table, columns] of Object.entries({ ...added, delivery: ['user_id', 'brief'] })) {
    const indexes = db
      .prepare("select name, sql from sqlite_master where type = 'index' and tbl_name = ?")
      .all(table);
    for (const { name, sql } of indexes)
      if (columns.some((column) => String(sql).includes(column)) || /_waiting$/.test(String(name)))
        db.exec(`drop index ${name}`);
    for (const column of columns) db.exec(`alter table ${table} drop column ${column}`);
  }
  db.exec('drop index if exists execution_client_id_tp_user_id');
  db.exec('drop index if exists hook_message_waiting');
  db.exec('drop index if exists delivery_failed');
  db.exec("delete from migration where name = '0011_machines'");
}
